package kinds_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
)

// What it costs to read a stored game and to store it, which each change of it takes.
func BenchmarkTable(b *testing.B) {
	for _, kind := range kinds.All {
		table, _, err := kinds.All.Open(domain.Open{ID: "2dj6kvdpy2nm4qoz2kvt2b4qvq", ServerSeed: strings.Repeat("8f", 32), Kind: kind.Name, Seats: 3, Title: "On Fridays"}, domain.Actor{Account: "first"}, time.Unix(0, 0))
		for _, who := range []string{"second", "third"} {
			if err == nil {
				_, err = table.Decide(domain.Join{}, domain.Actor{Account: who}, time.Unix(1, 0))
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		stored := table.Encode()
		b.Run(kind.Name+"/read", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := kinds.All.DecodeTable(stored, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(kind.Name+"/write", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.Encode()
			}
		})
	}
}
