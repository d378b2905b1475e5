var m=`
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  inset: auto 0 0 auto !important;
  width: 0 !important;
  height: 0 !important;
  margin: 0 !important;
  padding: 0 !important;
  border: 0 !important;
  overflow: visible !important;
  background: none !important;
  direction: ltr !important;
  unicode-bidi: normal !important;
  z-index: 2147483647 !important;
}
.root {
  --accent: #1f5c66;
  --on-accent: #fff;
  --paper: #fbfaf7;
  --ink: #1d2427;
  --edge: 20px;
  --up: 0px;
  font: 16px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  color: var(--ink);
}
.root[data-theme="dark"] { --paper: #14181a; --ink: #eaeeee; color-scheme: dark; }
@media (prefers-color-scheme: dark) {
  .root[data-theme="auto"] { --paper: #14181a; --ink: #eaeeee; color-scheme: dark; }
}
.button {
  position: fixed;
  right: calc(var(--edge) + env(safe-area-inset-right, 0px));
  bottom: calc(var(--bottom) + var(--up) + env(safe-area-inset-bottom, 0px));
  transform-origin: calc(100% + var(--edge)) calc(100% + var(--bottom) + var(--up));
  box-sizing: border-box;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-width: 56px;
  max-width: calc(100vw - 2 * var(--edge));
  height: 56px;
  margin: 0;
  padding: 0 15px;
  border: 1px solid color-mix(in srgb, var(--on-accent) 35%, transparent);
  border-radius: 28px;
  background: var(--accent);
  color: var(--on-accent);
  box-shadow: 0 4px 16px rgb(0 0 0 / 25%);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  -webkit-tap-highlight-color: transparent;
}
.left .button { transform-origin: calc(0px - var(--edge)) calc(100% + var(--bottom) + var(--up)); right: auto; left: calc(var(--edge) + env(safe-area-inset-left, 0px)); }
.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; box-shadow: 0 0 0 3px #fff, 0 4px 16px rgb(0 0 0 / 25%); }
.label { overflow: hidden; padding-inline-end: 4px; text-overflow: ellipsis; white-space: nowrap; }
svg { flex: none; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.cross, .open .chat, .open .label { display: none; }
.open .cross { display: block; }
.news .button::after {
  content: "";
  position: absolute;
  top: 0;
  right: 2px;
  width: 14px;
  height: 14px;
  border: 2px solid #fff;
  border-radius: 50%;
  background: #b3261e;
}
.panel {
  position: fixed;
  inset: auto calc(var(--edge) + env(safe-area-inset-right, 0px)) calc(var(--bottom) + var(--up) + 68px + env(safe-area-inset-bottom, 0px)) auto;
  box-sizing: border-box;
  width: 400px;
  max-width: calc(100vw - 2 * var(--edge));
  height: 640px;
  max-height: calc(100vh - var(--bottom) - var(--up) - 88px);
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 16px;
  overflow: hidden;
  background: var(--paper);
  color: inherit;
  box-shadow: 0 0 0 1px rgb(128 128 128 / 30%), 0 12px 40px rgb(0 0 0 / 28%);
}
.left .panel { right: auto; left: calc(var(--edge) + env(safe-area-inset-left, 0px)); }
.panel::backdrop { background: none; }
.panel:focus { outline: none; }
.late { height: 200px; }
.sheet .panel {
  inset: 0;
  transform-origin: left top;
  width: 100%;
  max-width: none;
  height: 100vh;
  height: 100dvh;
  max-height: none;
  border-radius: 0;
  box-shadow: none;
}
iframe { display: block; width: 100%; height: 100%; border: 0; opacity: 0; color-scheme: inherit; }
.up iframe { opacity: 1; }
.wait { position: absolute; inset: 0; display: grid; place-content: center; gap: 12px; padding: 24px; text-align: center; }
.wait p { margin: 0; }
.wait a { color: inherit; font-weight: 600; }
@media (prefers-reduced-motion: no-preference) {
  .panel[open] { animation: rise 0.18s ease-out; }
  iframe { transition: opacity 0.12s; }
  .button { transition: transform 0.12s; }
  .button:active { transform: scale(0.96); }
}
@keyframes rise { from { opacity: 0; transform: translateY(12px); } }
@media (forced-colors: active) { .button { border: 2px solid ButtonText; } }
@media print { .root { display: none; } }
`;var w=document.currentScript,d=w?new URL(w.src,location.href).origin:"";function l(n){try{n()}catch(t){console.debug("[Narthex]",t)}}function x(n){let t=()=>"requestIdleCallback"in window?requestIdleCallback(n,{timeout:2e3}):setTimeout(n,200);document.readyState==="loading"?document.addEventListener("DOMContentLoaded",t,{once:!0}):t()}function y(n,t){console.warn(`[Narthex] The chat of "${n}" is not shown on ${location.origin}. If this site is the church's, add it to the allowed sites in the church's dashboard; otherwise check data-church and the script's address. (${t})`)}function h(n,t={},e=""){let i=document.createElement(n);for(let s of Object.keys(t))i.setAttribute(s,t[s]);return e&&(i.textContent=e),i}function g(n,t){let e="http://www.w3.org/2000/svg",i=document.createElementNS(e,"svg"),s=document.createElementNS(e,"path");return i.setAttribute("viewBox","0 0 24 24"),i.setAttribute("class",n),i.setAttribute("aria-hidden","true"),s.setAttribute("d",t),i.append(s),i}function v(n){try{let t=new CSSStyleSheet;t.replaceSync(m),n.adoptedStyleSheets=[t]}catch{n.append(h("style",{},m))}}var A="a[href],button,input,select,textarea,summary,label,iframe,[role=button],[onclick]";function k(n,t){let e=window.visualViewport;if(!e)return{x:0,y:0,scale:1};let i=document.activeElement?.matches("input,textarea,select,[contenteditable]"),s=t?e.offsetLeft:e.offsetLeft+e.width-n.left,o=i?0:e.offsetTop+e.height-n.top;return{x:Math.round(s),y:Math.round(o),scale:e.scale}}function S(n,t){for(let e=0;e<innerHeight/2;e+=8)if(!M(n,t,e))return e;return 0}function M(n,t,e){for(let i of[t.left-6,t.left+t.width/2,t.right+6])for(let s of[t.top-6,t.top+t.height/2,t.bottom+6])for(let o of document.elementsFromPoint(i,s-e)){let a=o!==n&&o.closest(A);if(a&&I(a)&&P(a))return!0}return!1}function I(n){let t=n.getBoundingClientRect();return t.width*t.height<innerWidth*innerHeight/2}function P(n){let t=document.scrollingElement;if(t&&t.scrollTop+t.clientHeight>=t.scrollHeight-1)return!0;for(let e=n;e;e=e.parentElement)if(/fixed|sticky/.test(getComputedStyle(e).position))return!0;return!1}function C(n){if(n==="light"||n==="dark"||n==="auto")return n;for(let e of[document.body,document.documentElement]){let i=e?R(getComputedStyle(e).backgroundColor):void 0;if(i!==void 0)return i<.4?"dark":"light"}let t=getComputedStyle(document.documentElement).colorScheme||"";return t.includes("dark")?t.includes("light")?"auto":"dark":"light"}function R(n){let[t=0,e=0,i=0,s=1]=(n.match(/[\d.]+/g)||[]).map(Number);if(!(!n||s<.5)){if(n.startsWith("rgb"))return(.2126*t+.7152*e+.0722*i)/255;if(n.startsWith("ok"))return t;if(n.startsWith("l"))return t/100}}var b="(max-width: 480px), (max-height: 480px)",T=1e4,U="https://www.wikipedia.org/",$=600,D=120,O=2e3,z=12e4,u=[],L=class n extends HTMLElement{#d=this.attachShadow({mode:"closed"});#a=new AbortController;#t=!1;#n=!1;#x=0;#s;#c=0;#u;#y=[];#i;#v=null;#f="";#r=!1;#h=!1;#k=-$;#S=0;#e={};get church(){return this.getAttribute("church")||""}connectedCallback(){l(()=>{u.includes(this)||(u.push(this),this.#a=new AbortController,x(()=>this.#R()))})}disconnectedCallback(){l(()=>{this.#a.abort(),this.#i?.remove(),this.#i=void 0,this.#t=this.#n=!1,this.#d.replaceChildren(),this.#e={},u.splice(u.indexOf(this),1),n.#L()})}open({message:t="",focus:e=!0}={}){if(!this.#s){this.#y.push(()=>this.open({message:t,focus:e}));return}t&&(this.#f=String(t).slice(0,2e3));for(let s of u)s!==this&&s.close();let i=!this.#t;this.#t=!0,i&&(this.#v=document.activeElement),this.#E(),this.#g(e),i&&(this.#P(),this.#w("open"))}close(){if(!this.#t)return;let{panel:t,button:e}=this.#e,i=document.activeElement===this||document.activeElement===document.body;this.#t=this.#r=!1,this.#k=performance.now(),t.close(),this.#p(),this.#l(),this.#o("closed"),this.#h&&this.#O();let s=this.#v;i&&(s&&s!==this&&s!==document.body&&s.isConnected?s:e).focus(),this.#P(),this.#w("close")}toggle(){this.#t?this.close():this.open()}get isOpen(){return this.#t}get isShown(){return this.#s!==void 0}async#R(){try{if(!this.isConnected||this.#a.signal.aborted||(await this.#C(),!this.#s||!this.isConnected))return;this.#T(),this.#U(),this.#w("ready");for(let t of this.#y.splice(0))t();q(this.church)&&!matchMedia(b).matches&&this.open({focus:!1})}catch(t){y(this.church,t)}}async#C(){let t=new URLSearchParams({lang:this.getAttribute("language")||""});this.#x++&&t.set("n",String(this.#x));let{default:e}=await import(`${d}/widget/${encodeURIComponent(this.church)}/site.js?${t}`);e&&(this.#s=e,this.#c=Date.now()+e.life*1e3)}#$(){return this.#s&&Date.now()<this.#c-z?Promise.resolve(this.#s):(this.#u||=this.#C().then(()=>{if(!this.#s||Date.now()>=this.#c)throw new Error("no chat just now");return this.#s}).finally(()=>this.#u=void 0),this.#u)}#T(){let{texts:t,dir:e,language:i,accent:s,onAccent:o}=this.#s,a=h("div",{class:"root",dir:e,lang:i}),r=h("dialog",{class:"panel",id:"panel","aria-label":t.title}),c=h("div",{class:"wait",role:"status"},t.loading),p=h("button",{class:"button",type:"button","aria-haspopup":"dialog","aria-controls":"panel"}),f=this.getAttribute("label");p.append(g("chat","M20.5 11.5a8 8 0 0 1-11.7 7.1L4 20l1.4-4.6a8 8 0 1 1 15.1-3.9zM9 11.5h.01M12.5 11.5h.01M16 11.5h.01"),g("cross","M6 6l12 12M18 6L6 18")),f&&p.append(h("span",{class:"label"},f)),r.append(c),a.append(r,p),this.#e={root:a,panel:r,wait:c,button:p},v(this.#d),this.#d.append(a),s&&o&&(a.style.setProperty("--accent",s),a.style.setProperty("--on-accent",o)),n.#L(),this.#p(),l(()=>{this.popover="manual",this.showPopover()}),this.#m()}static#L(){let t={left:0,right:0},e=getComputedStyle(document.documentElement).direction==="rtl";for(let i of u){let{root:s}=i.#e;if(!s)continue;let o=i.getAttribute("position"),a=o==="left"||o!=="right"&&o==="start"!==e,r=72*t[a?"left":"right"]++,c=Math.min(Math.max(parseInt(i.getAttribute("bottom")??"20",10)||0,0),400);s.classList.toggle("left",a),s.style.setProperty("--bottom",`${c+r}px`),i.#l()}}#m(){let{button:t,root:e}=this.#e;if(!e||this.#t||document.hidden)return;let{x:i,y:s,scale:o}=k(this.getBoundingClientRect(),e.classList.contains("left"));t.style.translate=i||s?`${i}px ${s}px`:"",t.style.scale=o===1?"":`${1/o}`;let a=parseInt(e.style.getPropertyValue("--up"),10)||0,r=t.getBoundingClientRect(),c=Math.round(S(this,new DOMRect(r.x,r.y+a/o,r.width,r.height))*o);c!==a&&e.style.setProperty("--up",`${c}px`)}#l(){clearTimeout(this.#S),this.#S=window.setTimeout(()=>l(()=>this.#m()),D)}#U(){let{button:t,panel:e,root:i}=this.#e,{signal:s}=this.#a,o=(r,c,p)=>{for(let f of c.split(" "))r.addEventListener(f,E=>l(()=>p(E)),{signal:s,capture:r===window})};o(t,"click",()=>this.toggle()),o(t,"pointerenter focus pointerdown",()=>this.#D()),o(i,"keydown keyup keypress",r=>{r.stopPropagation(),r.type==="keydown"&&r.key==="Escape"&&this.close()}),o(window,"keydown",r=>{r.key==="Escape"&&!this.#t&&r.timeStamp-this.#k<$&&!r.repeat&&this.#o("leave")}),o(e,"cancel",r=>{r.preventDefault(),this.close()}),o(window,"message",r=>this.#z(r)),o(matchMedia(b),"change",()=>this.#t&&this.#g(!1)),o(matchMedia("(prefers-color-scheme: dark)"),"change",()=>this.#I()),window.visualViewport&&o(window.visualViewport,"resize scroll",()=>{this.#A(),this.#l()}),o(window,"scroll resize load focusin focusout",()=>this.#l());let a=setInterval(()=>l(()=>this.#m()),O);s.addEventListener("abort",()=>clearInterval(a)),o(document,"securitypolicyviolation",r=>{this.#i&&!this.#n&&r.effectiveDirective==="frame-src"&&this.#b()})}#D(){navigator.connection?.saveData||this.#E()}#E(){if(this.#i)return;let t=document.createElement("iframe");this.#i=t,this.#h=!1,this.#e.panel.classList.remove("late"),this.#e.wait.textContent=this.#s.texts.loading,this.#$().then(e=>{let i=new URLSearchParams({visitor:e.token,lang:this.getAttribute("language")||"",agent:this.getAttribute("agent")||"",theme:this.#M()});t.title=e.texts.title,t.allow="clipboard-write",t.referrerPolicy="strict-origin",t.src=`${d}/widget/${encodeURIComponent(this.church)}?${i}`,this.#i===t&&(this.#e.panel.append(t),setTimeout(()=>this.#i===t&&!this.#n&&this.#b(),T))},()=>this.#b())}#O(){this.#n||(this.#i?.remove(),this.#i=void 0)}#g(t){let{panel:e,root:i}=this.#e,s=matchMedia(b).matches;e.open&&i.classList.contains("sheet")!==s&&e.close(),i.classList.toggle("sheet",s),!e.open&&s&&e.showModal(),e.open=!0,this.#A(),this.#p(),this.#I(),this.#r||=t,this.#n&&(this.#r&&this.#i?.focus(),this.#o("opened",{focus:this.#r,sheet:s,message:this.#f}),this.#r=!1,this.#f="")}#A(){let{panel:t,root:e}=this.#e,i=window.visualViewport;if(!i||!this.#t)return;let s=e.classList.contains("sheet")&&i.scale<=1,o=s?i.scale:1;t.style.height=s?`${i.height*o}px`:"",t.style.width=s?`${i.width*o}px`:"",t.style.top=s?`${i.offsetTop}px`:"",t.style.left=s?`${i.offsetLeft}px`:"",t.style.scale=o===1?"":`${1/o}`}#p(){let{button:t,root:e}=this.#e,{texts:i}=this.#s;e.classList.toggle("open",this.#t),this.#t&&e.classList.remove("news"),t.setAttribute("aria-expanded",String(this.#t));let o=e.classList.contains("news")?i.news:i.open,a=this.getAttribute("label");t.setAttribute("aria-label",this.#t?i.close:a?`${a}: ${o}`:o)}#b(){let{panel:t,wait:e}=this.#e,{texts:i}=this.#s,s=this.getAttribute("agent"),o=`${d}/chat/${encodeURIComponent(this.church)}${s?`?agent=${encodeURIComponent(s)}`:""}`;this.#h=!0,t.classList.add("late"),e.replaceChildren(h("p",{},i.failed),h("a",{href:o,target:"_blank",rel:"noopener"},i.elsewhere))}#z(t){if(!(t.origin!==d||!this.#i||t.source!==this.#i.contentWindow))switch(t.data?.narthex){case"ready":this.#n=!0,this.#h=!1,this.#e.wait.remove(),this.#e.panel.classList.remove("late"),this.#e.panel.classList.add("up"),this.#t&&this.#g(!1);break;case"close":this.close();break;case"leave":document.documentElement.style.display="none",location.replace(U);break;case"news":if(this.#t)return;this.#e.root.classList.add("news"),this.#p();break;case"renew":this.#c=0,this.#$().then(({token:e})=>this.#o("token",{token:e}),()=>this.#o("token",{token:""}))}}#o(t,e){this.#n&&this.#i?.contentWindow?.postMessage({narthex:t,...e},d)}#M(){return C(this.getAttribute("theme"))}#I(){let t=this.#M();this.#e.root.dataset.theme=t,this.#o("theme",{theme:t})}#P(){l(()=>{let t=`narthex:${this.church}`;this.#t?sessionStorage.setItem(t,"open"):sessionStorage.removeItem(t)})}#w(t){this.dispatchEvent(new CustomEvent(`narthex:${t}`,{bubbles:!0,composed:!0,detail:{church:this.church}}))}};function q(n){try{return sessionStorage.getItem(`narthex:${n}`)==="open"}catch{return!1}}export{L as Widget,u as widgets};
