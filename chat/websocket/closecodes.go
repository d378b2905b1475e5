package websocket

import "github.com/coder/websocket"

// CloseCode is a way in which a socket ends, and what a client does then.
type CloseCode struct {
	Code websocket.StatusCode
	Why  string
	Then string
}

// CloseCodes are all of them.
func CloseCodes() []CloseCode {
	const resume, slower, never = "reconnect and resume", "reconnect, waiting longer each time, and resume", "do not reconnect"
	return []CloseCode{
		{websocket.StatusGoingAway, "the server restarts, or a turn goes on elsewhere", "reconnect after up to 2 s, at random, and resume"},
		{websocket.StatusProtocolError, "the frames were not WebSocket frames", never},
		{websocket.StatusUnsupportedData, "a binary frame", never},
		{websocket.StatusAbnormalClosure, "no farewell: the network, or a reader so slow that not even a farewell could be sent", slower},
		{websocket.StatusInvalidFramePayloadData, "a text frame was not UTF-8", never},
		{websocket.StatusPolicyViolation, "frame after frame that means nothing here", never},
		{websocket.StatusMessageTooBig, "a frame of more than 400 KiB", "reconnect, without sending that again"},
		{websocket.StatusInternalError, "a fault of the server", slower},
		{websocket.StatusTryAgainLater, "too many large frames at once", slower},
		{4408, "nothing heard for 75 s, or half a frame for 15 s", "reconnect when there is something to say"},
		{4409, "fell too far behind in reading an answer", resume},
		{4429, "too many frames in a short time", "reconnect after a minute"},
	}
}

// Shapes are the types of frames, by the names that the API's reference gives them; those of a message are the chat's own.
func Shapes() map[string]any {
	return map[string]any{"SocketRequest": clientFrame{}, "SocketProblem": problemData{}, "SocketAck": ackData{}}
}
