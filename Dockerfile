# One static binary on a base without a shell: certificates, time zones, the user nonroot (65532) and nothing else.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
ENV GOCACHE=/cache/build GOMODCACHE=/cache/modules
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/cache go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION=dev
RUN --mount=type=cache,target=/cache GOOS=$TARGETOS GOARCH=$TARGETARCH make build VERSION=$VERSION && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /src/bin/tender /usr/local/bin/tender
# A volume takes the owner of the folder that it covers first.
COPY --from=build --chown=nonroot:nonroot /data /data
ENV TENDER_ADDR=0.0.0.0:8080 TENDER_DATA=/data TENDER_DATABASE=sqlite:/data/tender.db
VOLUME /data
EXPOSE 8080
# There is no shell and no curl: the binary asks its own /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["/usr/local/bin/tender", "health"]
ENTRYPOINT ["/usr/local/bin/tender"]
CMD ["serve"]
