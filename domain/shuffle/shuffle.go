package shuffle

// Shuffle puts a list into an order that the stream decides, every order with the same chance. It takes len(list)-1
// numbers from the stream, in place, from the end of the list to its beginning.
func Shuffle[T any](s *Stream, list []T) {
	for i := len(list) - 1; i >= 1; i-- {
		j := s.Uniform(uint64(i) + 1)
		list[i], list[j] = list[j], list[i]
	}
}
