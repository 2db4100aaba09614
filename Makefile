# Needs Go and make; the tests on Postgres also need its server programs (Debian's postgresql), the race detector a C
# compiler, those of the recipes curl and jq, and the linter and the JavaScript client npm. What is missing is said and left out.

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
TAGS    := -tags nomsgpack
LDFLAGS := -s -w -X main.version=$(VERSION)
# These take most of the time under the race detector and are not ours: what they do to themselves is not looked at.
RACE     = $(if $(filter 1,$(shell go env CGO_ENABLED)),-race $(foreach p,modernc.org/sqlite/lib compress/flate golang.org/x/crypto/argon2 golang.org/x/image/vector golang.org/x/image/font/sfnt,-gcflags=$(p)=-race=false))
BENCH   ?= .
GAMES   ?= 1000
INNER   ?= 9000
FUZZTIME ?= 20s
BUBBLES  = TestBidsInTheMoment|TestWebhookIsTriedTen|TestQuietHoursEndBy|TestGameThatNobodyPlays
REDOCLY := @redocly/cli@2.77.0

.DEFAULT_GOAL := help
.PHONY: help run build test fuzz-contract fuzz model time simulate crash replicas standby check lint-contract bots bench growth deadlines streams benchmarks demo generate format vet staticcheck gosec orm headers generated modules

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Build and serve on 127.0.0.1:8080, with SQLite in ./data
	bin/tender serve

build: ## Build bin/tender, one static file
	CGO_ENABLED=0 go build -trimpath $(TAGS) -ldflags '$(LDFLAGS)' -o bin/tender ./cmd/tender

# The rules start no goroutine and share nothing (a test holds them to it): there is no race to detect, and it would take
# ten times as long.
test: ## Run every test on SQLite and Postgres, with the race detector, and count them
	$(if $(RACE),,@echo 'no C compiler: testing without the race detector')
	go run ./scripts/counttests $(TAGS) -count=1 -timeout 30m ./domain/... \
		-- $(RACE) $(TAGS) -count=1 -timeout 30m $$(go list ./... | grep -v '/domain')

fuzz-contract: ## Send 21,000 requests, wrong in every field, to every operation
	go test $(TAGS) -count=1 -timeout 10m ./cmd/tender -run Fuzzed -v -rapid.checks=1400

fuzz: ## Fuzz every target for FUZZTIME (20s)
	@for target in FuzzRecord FuzzMove FuzzView FuzzProblem; do \
		go test $(TAGS) ./proof/fuzz -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s || exit 1; done
	@for kind in money mowmoney; do \
		go test $(TAGS) ./domain/$$kind -run '^$$' -fuzz '^FuzzCommand$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 1s || exit 1; done

model: ## Play GAMES (1000) by the API and INNER (9000) at the domain in step with a second implementation of the rules
	go test $(TAGS) -count=1 -timeout 6h ./cmd/tender -run 'TestModelOfTheRules' -v -model.games $(GAMES) -model.inner $(INNER) $(if $(SEED),-model.seed $(SEED))

bots: ## Count the wins of a bot against random seats, of GAMES (1000) in each edition and at each number of players
	go test $(TAGS) -count=1 -timeout 60m ./domain/kindtest -run TestBotsWin -v -bot.games $(GAMES)

time: ## Let days of the whole server pass: 1,000 races with deadlines, a webhook that fails for three days, games that nobody plays
	go test $(TAGS) -count=1 -timeout 60m ./cmd/tender -run '$(BUBBLES)' -v -bubble.races 1000 -bubble.tries 10 -bubble.pace 24h

simulate: ## Let people play GAMES (1000) in a simulated year, on SQLite and Postgres (SEED=n repeats a run)
	GOGC=400 go test $(TAGS) ./proof/year -v -count=1 -timeout 60m -games $(GAMES) $(if $(SEED),-seed '$(SEED)')

check: format vet staticcheck gosec orm headers generated modules lint-contract ## Check format, code, contract, generated files and go.mod

bench: ## Measure bids, views, webhooks, start and games, mostly as ratios, in some five minutes
	go test $(TAGS) -v -count=1 -timeout 9m ./proof/speed -run 'TestBids|TestView|TestWebhooks|TestStart' -runs 5 -span 3s -hooked 300
	go test $(TAGS) -run '^$$' -bench RandomGame ./domain/...

growth: ## Measure bids with a thousand and with a million stored games
	go test $(TAGS) -v -count=1 -timeout 9m ./proof/speed -run TestGrowth -runs 5 -span 5s -stored 1000000 -active 100000

deadlines: ## Measure how late the last of 10,000 deadlines at one moment is ended
	go test $(TAGS) -v -count=1 -timeout 9m ./proof/speed -run TestDeadlines -due 10000

streams: ## Measure what 10,000 open event streams cost
	go test $(TAGS) -v -count=1 -timeout 9m ./proof/speed -run TestStreams -streams 10000

benchmarks: ## Run the benchmarks of Go (BENCH=regexp chooses)
	go test $(TAGS) -run '^$$' -bench '$(BENCH)' -benchmem ./...

crash: ## Kill servers and Postgres hundreds of times and fill disks while people play, and look for what was lost (SEED=n repeats a run)
	go test $(TAGS) ./proof/crash -v -count=1 -timeout 30m -rounds 100 -long $(if $(SEED),-seed '$(SEED)')

replicas: ## Kill two and three servers on one Postgres hundreds of times while people play on any of them (SEED=n repeats a run)
	go test $(TAGS) ./proof/replicas -v -count=1 -timeout 30m -run Replicas -kills 110 -lives 3 -long $(if $(SEED),-seed '$(SEED)')

standby: ## Lose the Postgres that takes writes ten times while people play, and promote its standby (SEED=n repeats a run)
	go test $(TAGS) ./proof/replicas -v -count=1 -timeout 30m -run Standby -failovers 10 -lives 3 -long $(if $(SEED),-seed '$(SEED)')

demo: build ## Play a game and show it (KIND=mow-money PLAYERS=4 choose)
	bin/tender demo $(if $(KIND),--kind '$(KIND)') $(if $(PLAYERS),--players '$(PLAYERS)')

generate: ## Generate the code that follows from openapi.yaml
	go generate ./...

format:
	@unformatted=$$(gofmt -l .) && test -z "$$unformatted" || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }

vet:
	go vet $(TAGS) ./...

staticcheck:
	go tool staticcheck $(TAGS) ./...

# What the program is made of, without tests and what is generated. An exception stands in the code, as `// #nosec G123 -- why`.
gosec:
	@tool=$$(mktemp -d); trap 'rm -rf "$$tool"' EXIT; go build -C scripts/gosec -o "$$tool/gosec" . && \
	go vet -vettool="$$tool/gosec" $(TAGS) $$(go list $(TAGS) -deps ./cmd/tender | grep '^tender/')

# Save resurrects deleted rows, AutoMigrate goes around the migrations, and in structs given to Where or Updates zero
# values vanish, so that conditions match too much and changes are lost.
orm:
	@! grep -rnE '\.(Save|AutoMigrate)\(|\.(Where|Not|Or|Updates)\(&?[A-Za-z.]+\{' --include='*.go' . \
		|| { echo 'GORM in a form that this project does not use, see the Makefile'; exit 1; }

# The one door of go-mail by which a value reaches a header as it is, with line breaks and all.
headers:
	@! grep -rn 'SetGenHeaderPreformatted(' --include='*.go' . || { echo 'a mail header that go-mail does not encode'; exit 1; }

# Redocly's recommended rules, without exceptions. It needs npm, and the registry for the first time.
lint-contract: ## Check openapi.yaml with Redocly's linter
	@if command -v npx >/dev/null; then \
		REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx --yes $(REDOCLY) lint --max-problems 50 openapi.yaml; \
	elif [ "$$CI" = true ]; then echo 'npm is not installed'; exit 1; else echo 'no npm: openapi.yaml is not linted'; fi

# Compares before with after rather than with git, so that it can be used before a commit.
generated:
	@sums() { git ls-files -z --cached --others --exclude-standard | xargs -0 cksum 2>/dev/null | sort -u; }; \
	before=$$(mktemp); after=$$(mktemp); trap 'rm -f "$$before" "$$after"' EXIT; \
	sums >"$$before"; go generate ./... && sums >"$$after" && \
	diff "$$before" "$$after" || { echo 'generated code was out of date: it is new now, commit it'; exit 1; }

# Tidying looks at modules that no build needs. Without a network they may be out of reach: then that is said.
modules:
	@go mod verify
	@untidy=$$(go mod tidy -diff) || { test -z "$$untidy" && echo 'go mod tidy: not checked, see above'; } \
		|| { echo "$$untidy" | head -n 40; echo 'go.mod is out of date: go mod tidy'; exit 1; }
