package domain

import "fmt"

// firstRevision is the revision that a log without one means: logs name theirs only since there can be others.
const firstRevision = 1

// At is the kind as it was at a revision of its rules: with the rules, phases and words of then. 0 is the first one. That
// this program does not know the revision is a fault, not a refusal: the game was begun by a newer program, or this one
// has thrown away rules by which games still go on.
func (k *Kind) At(revision int) (*Kind, error) {
	if k.is(revision) {
		return k, nil
	}
	newest := k.Revision
	for _, earlier := range k.Earlier {
		if earlier.is(revision) {
			return earlier, nil
		}
	}
	if revision > newest {
		return nil, fmt.Errorf("revision %d of the rules of %s is newer than this program, which knows %d: run the newer one", revision, k.Name, newest)
	}
	return nil, fmt.Errorf("this program has not kept revision %d of the rules of %s; its own is %d", revision, k.Name, newest)
}

func (k *Kind) is(revision int) bool {
	return k.Revision == revision || revision == 0 && k.Revision <= firstRevision
}

// At finds a kind by name, as it was at a revision of its rules.
func (ks Kinds) At(name string, revision int) (*Kind, error) {
	kind, err := ks.Find(name)
	if err != nil {
		return nil, err
	}
	return kind.At(revision)
}

// later is a revision as it is written down where the first goes without saying.
func later(revision int) int {
	if revision <= firstRevision {
		return 0
	}
	return revision
}
