package church_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

func BenchmarkByIDOfACachedChurch(b *testing.B) {
	f := setup(b)
	id := f.subscriber("bench", "pro_chat")
	s := newStore(b, f.Pool, church.Config{}).listen()
	s.snapshot(id)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.ByID(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBySlugOfACachedChurch(b *testing.B) {
	f := setup(b)
	id := f.subscriber("bench", "pro_chat")
	s := newStore(b, f.Pool, church.Config{}).listen()
	s.snapshot(id)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.BySlug(b.Context(), "bench"); err != nil {
			b.Fatal(err)
		}
	}
}

// Its round trip to the database, with as many FAQs as a demonstration church has. A church in fifty is held.
func BenchmarkByIDOfAChurchThatIsNotHeld(b *testing.B) {
	f := setup(b)
	var ids []uuid.UUID
	for i := range 50 {
		ids = append(ids, f.subscriber(fmt.Sprint("bench-", i), "pro_chat"))
	}
	f.exec(`update premium_churches set custom_hours = $1, custom_staff = $2, custom_ministries = $3, what_to_expect = $4`,
		`{"sunday": ["8:15 AM Prayer in the library", "9:00 AM Traditional worship", "10:10 AM Sunday school", "11:00 AM Contemporary worship"],
		  "tuesday": ["9:00 AM - 3:00 PM Church office", "6:30 PM Grief support group"], "friday": ["9:00 AM - 12:00 PM Church office"],
		  "thursday": ["9:00 AM - 3:00 PM Church office", "9:30 AM Women's Bible study", "7:00 PM Recovery meeting"],
		  "saturday": ["7:30 AM Men's breakfast (first Saturday of the month)", "10:00 AM - 12:00 PM Food pantry"]}`,
		"["+strings.Repeat(`{"name": "Ruth Alden", "title": "Associate Pastor", "bio": "Ruth leads hospital and home visits, the grief group and the prayer team.", "photo_url": "https://church.example.org/photos/ruth.jpg"}, `, 7)+`{"name": "Ed"}]`,
		"["+strings.Repeat(`{"name": "Harbor Kids", "description": "Bible stories, songs and crafts for ages 3 through grade 5, during both Sunday worship services."}, `, 14)+`{"name": "Tide"}]`,
		`{"parking": "Park free in the church lot off Spruce Street.", "children": "The nursery runs during both services.", "dress_code": "Come as you are."}`)
	for i := range 22 * len(ids) {
		f.faq(ids[i%len(ids)], fmt.Sprint("Question ", i, "?"), `{"embedder": "test-embedder"}`)
	}
	s := newStore(b, f.Pool, church.Config{MaxBytes: 64 << 10}).listen()
	for _, id := range ids {
		s.snapshot(id)
	}
	before, asked := s.loads(), 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.ByID(b.Context(), ids[asked%len(ids)]); err != nil {
			b.Fatal(err)
		}
		asked++
	}
	b.ReportMetric((s.loads()-before)/float64(asked), "loads/op")
}

func BenchmarkByIDOfManyChurchesInParallel(b *testing.B) {
	f := setup(b)
	var ids []uuid.UUID
	s := newStore(b, f.Pool, church.Config{}).listen()
	for i := range 100 {
		ids = append(ids, f.subscriber(fmt.Sprint("bench-", i), "pro_chat"))
		s.snapshot(ids[i])
	}
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, err := s.ByID(b.Context(), ids[i%len(ids)]); err != nil {
				b.Error(err)
			}
		}
	})
}

// BenchmarkLoad is a church with 50 FAQs, all that a plan below Suite may keep, and one at the cap.
func BenchmarkLoad(b *testing.B) {
	for _, faqs := range []int{50, church.MaxFAQs} {
		b.Run(fmt.Sprint(faqs, "FAQs"), func(b *testing.B) {
			f := setup(b)
			id := f.subscriber("bench", "suite_chat")
			f.exec(`
				insert into unified_rag_content (organization_id, content_type, title, content, metadata, question_embedding, embedding)
				select $1, 'faq', 'Question ' || n, repeat('Answer ', 40), jsonb_build_object('embedder', $2::text), $3, $3
				from generate_series(1, $4::int) as n`, id, embedder, vector(1), faqs)
			for b.Loop() {
				newStore(b, f.Pool, church.Config{LoadTimeout: patient}).snapshot(id)
			}
		})
	}
}
