package offline_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"narthex/chat/model"
)

// joiningTools are contactTools and those by which visitors find and join what a church has.
var joiningTools = slices.Concat(contactTools[1:], churchTools[:1], []model.Tool{
	{Name: "list_events", Parameters: json.RawMessage(`{"properties":{"about":{"type":"string"}}}`)},
	{Name: "find_small_group", Parameters: json.RawMessage(`{"properties":{"about":{"type":"string"}}}`)},
	{Name: "find_support_group", Parameters: json.RawMessage(`{"properties":{"need":{"type":"string"}}}`)},
	{Name: "find_volunteer_role", Parameters: json.RawMessage(`{"properties":{"interest":{"type":"string"}}}`)},
	{Name: "register_for_event", Parameters: json.RawMessage(`{"properties":{"event":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"},"people":{"type":"integer"}},"required":["event","name"]}`)},
	{Name: "join_small_group", Parameters: json.RawMessage(`{"properties":{"group":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["group","name"]}`)},
	{Name: "sign_up_to_volunteer", Parameters: json.RawMessage(`{"properties":{"role":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["role","name"]}`)},
	{Name: "subscribe_to_newsletter", Parameters: json.RawMessage(`{"properties":{"email":{"type":"string"},"name":{"type":"string"}},"required":["email"]}`)},
})

// onFile is what a church has; whatever is looked for, all of it is found.
var onFile = map[string]string{
	"list_events":         `{"events":[{"title":"Fellowship Supper","when":{"words":"Friday, 7:30 p. m."}},{"title":"Lighthouse Sail"},{"title":"Retiro de parejas"},{"title":"Mothers' Tea"},{"title":"Ruth and the Women of the Bible"}]}`,
	"find_small_group":    `{"groups":[{"name":"Camden Home Group"},{"name":"Men of the Word"}]}`,
	"find_support_group":  `{"groups":[{"name":"Walking Through Grief"},{"name":"Recovery Together"}]}`,
	"find_volunteer_role": `{"roles":[{"name":"Pantry packer"},{"name":"Usher"}]}`,
}

// converse has a conversation with a church that has these on file.
func converse(t *testing.T, said ...string) (got answer) {
	t.Helper()
	messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
	for n, line := range said {
		if n > 0 {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: got.text()})
		}
		messages = append(messages, visitor(line))
		got = lookedUp(t, messages)
		if len(got.Calls) > 0 && n < len(said)-1 {
			got.Texts = []string{shallI}
		}
	}
	return got
}

func lookedUp(t *testing.T, messages []model.Message) answer {
	t.Helper()
	got := ask(t, model.Request{Messages: messages, Tools: joiningTools})
	if len(got.Calls) == 0 || onFile[got.Calls[0].Name] == "" {
		return got
	}
	messages = append(slices.Clone(messages), model.Message{Role: model.RoleAssistant, ToolCalls: got.Calls})
	for _, call := range got.Calls {
		messages = append(messages, model.Message{Role: model.RoleTool, ToolCallID: call.ID, Content: onFile[call.Name]})
	}
	return ask(t, model.Request{Messages: messages, Tools: joiningTools})
}

func TestNeedAndGriefOpenNoForm(t *testing.T) {
	for _, message := range []string{
		"They put my mother in hospice yesterday", "my dad had a stroke and they put him on a ventilator", "we had to put our dog down", "we had to put our cat down for good on Friday",
		"i want to join my husband in heaven", "quiero unirme con mi esposo en el cielo", "I want to join them up there, my two boys", "I would like help with groceries", "i want help", "I want help with my drinking",
		"we need help with the rent", "necesito un lugar para dormir esta noche", "necesitamos un lugar para vivir", "I need a bus ticket to get home", "I need a place for my mother", "can you recommend a book on grief", "my favorite book in the bible is Ruth",
		"I read a book at the retreat", "estoy en lugar de mi mamá", "they want to put her in for surgery on Monday", "my husband used to be an usher", "can we put my dad on the life support list", "I'd like to sign my father up for hospice",
		"she was put down for adoption", "my husband died and I'd like to join something", "I want to be with my mother again", "quiero ayuda con mi adicción", "quiero ayuda", "I'd love help with the kids", "I need a seat at the table of the Lord", "count me out", "it does not add up to me", "add my son to the prayer chain",
		"the doctors want to register my mother for a trial at the clinic",
	} {
		if got := converse(t, message); strings.Contains(got.text(), "What is your name") || strings.Contains(got.text(), "¿Cómo se llama?") || strings.Contains(got.text(), "Which of these") ||
			strings.Contains(got.text(), "How can we reach you") || len(got.Calls) > 0 && got.Calls[0].Name != "submit_prayer_request" {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
}

func TestPlainWishesOpenAForm(t *testing.T) {
	for message, want := range map[string]string{
		"sign me up for the fellowship supper": "That is Fellowship Supper", "book me 3 seats on the lighthouse sail": "That is Lighthouse Sail", "I'd like to book 2 seats for the sail": "That is Lighthouse Sail",
		"put us down for the supper": "That is Fellowship Supper", "count me in for the sail please": "That is Lighthouse Sail", "can I get two tickets for the supper": "That is Fellowship Supper",
		"I'd like to join the grief group": "That is Walking Through Grief", "can I help with the pantry": "That is Pantry packer", "I would like to help pack the pantry": "", "I'd like to be an usher": "That is Usher",
		"quiero dos boletos para la cena": "Se trata de Fellowship Supper", "Quiero apuntar a mi hija al retiro": "Se trata de Retiro de parejas", "please sign me up for the knitting class": "What is your name",
	} {
		if got := converse(t, message); !strings.Contains(got.text(), want) || len(got.Calls) > 0 || strings.Contains(got.text(), "m..") {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
}

func TestWhoWithdrawsIsEnteredForNothing(t *testing.T) {
	for _, message := range []string{
		"I'd like to unsubscribe from your newsletter", "quiero darme de baja del boletín", "I want to be taken off the mailing list", "quiero cancelar el boletín", "I need to cancel our seats for the lighthouse sail", "quiero cancelar mi lugar en el retiro",
		"cancel my spot for the sail", "please take me off your newsletter", "please stop sending me the newsletter", "I want to withdraw from the supper", "quiero que me borren de la lista de correos", "ya no quiero recibir el boletín", "quítenme del boletín por favor",
		"dejen de mandarme el boletín", "I'd like to give up my place on the sail", "we want to drop out of the grief group", "remove me from the email list", "I don't want to get your newsletter any more", "can you unregister us from the supper", "I can no longer volunteer at the pantry, please let me off the list",
	} {
		got := converse(t, message)
		for _, more := range [][]string{{"Tom Hale, tom@example.org"}, {"Tom Hale", "tom@example.org"}} {
			if len(got.Calls) == 0 {
				got = converse(t, append([]string{message}, more...)...)
			}
		}
		if len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || !strings.Contains(got.Calls[0].Arguments, strings.Split(message, " ")[0]) {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
}
