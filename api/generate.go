package api

//go:generate go tool oapi-codegen -config server.yaml ../openapi.yaml
//go:generate sh -c "cd ../client && go tool oapi-codegen -config client.yaml ../openapi.yaml"
