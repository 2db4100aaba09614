package shuffle_test

import (
	"fmt"

	"tender/domain/shuffle"
)

// A player checks a finished game: the published server seed must give the commitment that was shown when the game
// opened; with the nonces it gives the seed; and the seed gives the order of the deck.
func Example() {
	var serverSeed [32]byte
	for i := range serverSeed {
		serverSeed[i] = 0x22
	}
	fmt.Println("commitment", shuffle.Commitment(serverSeed))

	seed := shuffle.Seed(serverSeed, []string{"hello", "", "世界"})
	fmt.Printf("seed       %x\n", seed)

	deck := []string{"ace", "king", "queen", "jack"}
	shuffle.Shuffle(shuffle.New(seed, "money/deck"), deck)
	fmt.Println("deck      ", deck)
	// Output:
	// commitment 9f72ea0cf49536e3c66c787f705186df9a4378083753ae9536d65b3ad7fcddc4
	// seed       bb327492ef863cc22c98ee1109f3bd32b2b316666bddbba099182f89427ed311
	// deck       [queen ace jack king]
}
