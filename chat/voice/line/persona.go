package line

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
)

// Persona is the voice that a church's calls are answered in.
type Persona struct {
	Name   string            // as voice_id has it
	Voices map[string]string // by language (ISO 639-1), as the telephone service calls them
}

// Personas are those that a church can choose.
type Personas []Persona

// Preset are the personas with the voices that they have unless a file names others. The voices are Google's, as
// https://cloud.google.com/text-to-speech/docs/chirp3-hd lists them and
// https://www.twilio.com/docs/voice/twiml/connect/conversationrelay takes them. That the service takes just these names was read, and
// never heard: where it does not, NARTHEX_VOICE_PERSONAS names others.
var Preset = Personas{
	{"warm", map[string]string{"en": "en-US-Chirp3-HD-Aoede", "es": "es-US-Chirp3-HD-Aoede"}},
	{"calm", map[string]string{"en": "en-US-Chirp3-HD-Charon", "es": "es-US-Chirp3-HD-Charon"}},
}

// ReadPersonas reads a file that gives the preset personas other voices: {"warm": {"en": "en-US-Chirp3-HD-Leda"}}. What it does not name
// stays as it is, and so does all without a file.
func ReadPersonas(path string) (Personas, error) {
	if path == "" {
		return Preset, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the voices of calls: %w", err)
	}
	var written map[string]map[string]string
	if err := json.Unmarshal(data, &written); err != nil {
		return nil, fmt.Errorf("read the voices of calls %s: %w", path, err)
	}
	personas := make(Personas, 0, len(Preset))
	for _, persona := range Preset {
		persona.Voices = maps.Clone(persona.Voices)
		for language, voice := range written[persona.Name] {
			if persona.Voices[language] == "" || voice == "" {
				return nil, fmt.Errorf("the voices of calls have %q for %s in %q", voice, persona.Name, language)
			}
			persona.Voices[language] = voice
		}
		delete(written, persona.Name)
		personas = append(personas, persona)
	}
	for name := range written {
		return nil, fmt.Errorf("the voices of calls name a persona %q that there is not", name)
	}
	return personas, nil
}

// codes are the languages that calls are held in, as the telephone service calls them.
var codes = map[string]string{"en": "en-US", "es": "es-US"}

// Code is a language (ISO 639-1) as the telephone service calls it; "" where calls are not held in it.
func Code(language string) string { return codes[language] }

// For is the persona of a voice_id. One that is chosen at random, or not at all, stays the same for a call, on every node and
// after every interruption.
func (personas Personas) For(voiceID, call string) Persona {
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
