package line

import (
	"hash/fnv"
)

// Persona is the voice that a church's calls are answered in.
type Persona struct {
	Name   string            // as voice_id has it
	Voices map[string]string // by language (ISO 639-1), as the telephone service calls them
}

// personas are the preset ones. Their voices are Google's, as https://cloud.google.com/text-to-speech/docs/chirp3-hd lists them and
// https://www.twilio.com/docs/voice/twiml/connect/conversationrelay takes them.
var personas = []Persona{
	{"warm", map[string]string{"en": "en-US-Chirp3-HD-Aoede", "es": "es-US-Chirp3-HD-Aoede"}},
	{"calm", map[string]string{"en": "en-US-Chirp3-HD-Charon", "es": "es-US-Chirp3-HD-Charon"}},
}

// codes are the languages that calls are held in, as the telephone service calls them.
var codes = map[string]string{"en": "en-US", "es": "es-US"}

// Code is a language (ISO 639-1) as the telephone service calls it; "" where calls are not held in it.
func Code(language string) string { return codes[language] }

// PersonaFor is the persona of a voice_id. One that is chosen at random, or not at all, stays the same for a call, on every node and
// after every interruption.
func PersonaFor(voiceID, call string) Persona {
	for _, persona := range personas {
		if persona.Name == voiceID {
			return persona
		}
	}
	if voiceID != "random" {
		return personas[0]
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(call)) // a hash takes all
	return personas[sum.Sum32()%uint32(len(personas))]
}
