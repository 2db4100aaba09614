package shuffle

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"
)

type vectors struct {
	Streams []struct {
		Seed      string   `json:"seed"`
		Label     string   `json:"label"`
		Words     []string `json:"words"` // decimal: they exceed what a JSON number holds exactly
		Uniform10 []uint64 `json:"uniform_10"`
		Shuffled  []int    `json:"shuffle_1_to_20"`
	} `json:"streams"`
	Fairness []struct {
		ServerSeed string   `json:"server_seed"`
		Nonces     []string `json:"nonces"`
		Commitment string   `json:"commitment"`
		Seed       string   `json:"seed"`
	} `json:"fairness"`
}

func readVectors(t testing.TB) vectors {
	t.Helper()
	raw, err := os.ReadFile("testdata/shuffle.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Streams) == 0 || len(v.Fairness) == 0 {
		t.Fatal("testdata/shuffle.json holds no cases")
	}
	return v
}

func seed(t testing.TB, text string) (s [32]byte) {
	t.Helper()
	if n, err := hex.Decode(s[:], []byte(text)); err != nil || n != len(s) {
		t.Fatalf("seed %q: %d bytes, %v", text, n, err)
	}
	return s
}

func TestStreamsMatchTheVectors(t *testing.T) {
	for _, v := range readVectors(t).Streams {
		words := New(seed(t, v.Seed), v.Label)
		for i, want := range v.Words {
			if got := strconv.FormatUint(words.Next(), 10); got != want {
				t.Errorf("%s: word %d is %s, want %s", v.Label, i, got, want)
			}
		}
		tens := New(seed(t, v.Seed), v.Label)
		for i, want := range v.Uniform10 {
			if got := tens.Uniform(10); got != want {
				t.Errorf("%s: number %d below 10 is %d, want %d", v.Label, i, got, want)
			}
		}
		list := make([]int, 20)
		for i := range list {
			list[i] = i + 1
		}
		Shuffle(New(seed(t, v.Seed), v.Label), list)
		if !slices.Equal(list, v.Shuffled) {
			t.Errorf("%s: 1 to 20 shuffled is %v, want %v", v.Label, list, v.Shuffled)
		}
	}
}

func TestCommitmentsAndSeedsMatchTheVectors(t *testing.T) {
	for _, v := range readVectors(t).Fairness {
		server := seed(t, v.ServerSeed)
		if got := Commitment(server); got != v.Commitment {
			t.Errorf("commitment is %s, want %s", got, v.Commitment)
		}
		if got := Seed(server, v.Nonces); got != seed(t, v.Seed) {
			t.Errorf("seed with nonces %q is %x, want %s", v.Nonces, got, v.Seed)
		}
		if server != seed(t, v.ServerSeed) {
			t.Error("the server seed was changed")
		}
	}
}

// Three quarters of all words lie below 3·2^62, and 2^64 mod 3·2^62 is 2^62: a word in the last quarter must be
// thrown away, not folded back onto the first.
func TestWordsBeyondTheLastWholeRunAreThrownAway(t *testing.T) {
	const n = 3 << 62
	words, uniform := New([32]byte{}, "test"), New([32]byte{}, "test")
	thrown := 0
	for range 200 {
		w := words.Next()
		for w >= n {
			thrown++
			w = words.Next()
		}
		if got := uniform.Uniform(n); got != w {
			t.Fatalf("after %d thrown away: %d, want %d", thrown, got, w)
		}
	}
	if thrown < 40 || thrown > 100 {
		t.Errorf("%d words of some 267 were thrown away, expected about 67", thrown)
	}
}

func TestPowersOfTwoThrowNothingAway(t *testing.T) {
	words, uniform := New([32]byte{}, "test"), New([32]byte{}, "test")
	for range 100 {
		if w, got := words.Next(), uniform.Uniform(1<<63); got != w%(1<<63) {
			t.Fatalf("%d, want %d", got, w%(1<<63))
		}
		if w, got := words.Next(), uniform.Uniform(1); got != 0 {
			t.Fatalf("a number below 1 from %d is %d", w, got)
		}
	}
}

func TestLabelsHaveStreamsOfTheirOwn(t *testing.T) {
	if New([32]byte{}, "a").Next() == New([32]byte{}, "b").Next() {
		t.Error("two labels start with the same word")
	}
}

func TestNoncesThatJoinToTheSameTextGiveDifferentSeeds(t *testing.T) {
	if Seed([32]byte{}, []string{"ab", ""}) == Seed([32]byte{}, []string{"a", "b"}) {
		t.Error("the nonces of different seats run together")
	}
}

func TestShufflingNothingOrOneItemChangesNothing(t *testing.T) {
	s := New([32]byte{}, "test")
	Shuffle(s, []int{})
	one := []int{7}
	Shuffle(s, one)
	if one[0] != 7 || s.Next() != New([32]byte{}, "test").Next() {
		t.Error("shuffling one item took from the stream")
	}
}
