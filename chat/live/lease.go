package live

import "time"

// LeaseTime is how long a node may be silent before others take its turns, and how long Redis must have been well
// before anybody does: after an outage the owners are to speak first.
const LeaseTime = 3 * time.Second

// Window is how many events readers may be shown before the journal has them. Who takes a turn over leaves so many
// numbers out: readers go on to the reset that follows. Only while Redis is away are they shown more; those begin anew, see Place.
const Window = 32

// RenewEvery is how often the leases of silent turns are renewed: a lease outlives two failures.
const RenewEvery = LeaseTime / 3
