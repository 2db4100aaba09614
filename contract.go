// Package tender holds the contract of the server, so that the program can publish and enforce the file itself.
package tender

import _ "embed"

// Contract is openapi.yaml.
//
//go:embed openapi.yaml
var Contract []byte
