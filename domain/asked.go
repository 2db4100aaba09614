package domain

// Asked names a request that is to be carried out once, however often it is sent.
type Asked struct {
	ID      string // of whom, to where and under which key, as a hash
	Account string // who asks
	Digest  string // hash of what is asked
}

// Answer is what a request was answered, as it is kept to be given again.
type Answer struct {
	Status  int
	Header  map[string]string
	Body    []byte
	Refused bool // nothing was changed, and nothing that was tried must stay
}
