package year

func (r *review) onTime(now state) {}
