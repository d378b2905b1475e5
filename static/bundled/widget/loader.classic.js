(()=>{var v=`
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
.wait { position: absolute; inset: 0; z-index: 1; display: grid; place-content: center; justify-items: center; gap: 24px; padding: 24px; text-align: center; }
.says { display: grid; gap: 12px; }
.dismiss { display: none; min-height: 44px; padding: 8px 20px; border: 1px solid currentColor; border-radius: 22px; background: none; color: inherit; font: inherit; cursor: pointer; }
.sheet .dismiss { display: block; }
.dismiss:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
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
`;var f=document.currentScript,u=f?new URL(f.src,location.href).origin:"";function h(s){try{s()}catch(t){console.debug("[Narthex]",t)}}function L(s){let t=()=>"requestIdleCallback"in window?requestIdleCallback(s,{timeout:2e3}):setTimeout(s,200);document.readyState==="loading"?document.addEventListener("DOMContentLoaded",t,{once:!0}):t()}function A(s,t){console.warn(`[Narthex] The chat of "${s}" is not shown on ${location.origin}. If this site is the church's, add it to the allowed sites in the church's dashboard; otherwise check data-church and the script's address. (${t})`)}function l(s,t={},e=""){let i=document.createElement(s);for(let n of Object.keys(t))i.setAttribute(n,t[n]);return e&&(i.textContent=e),i}function k(s,t){let e="http://www.w3.org/2000/svg",i=document.createElementNS(e,"svg"),n=document.createElementNS(e,"path");return i.setAttribute("viewBox","0 0 24 24"),i.setAttribute("class",s),i.setAttribute("aria-hidden","true"),n.setAttribute("d",t),i.append(n),i}function $(s){try{let t=new CSSStyleSheet;t.replaceSync(v),s.adoptedStyleSheets=[t]}catch{s.append(l("style",{},v))}}var O="a[href],button,input,select,textarea,summary,label,iframe,[role=button],[onclick]";function C(s,t){let e=window.visualViewport;if(!e)return{x:0,y:0,scale:1};let i=document.activeElement?.matches("input,textarea,select,[contenteditable]"),n=t?e.offsetLeft:e.offsetLeft+e.width-s.left,r=i?0:e.offsetTop+e.height-s.top;return{x:Math.round(n),y:Math.round(r),scale:e.scale}}function M(s,t){for(let e=0;e<innerHeight/2;e+=8)if(!R(s,t,e))return e;return 0}function R(s,t,e){for(let i of[t.left-6,t.left+t.width/2,t.right+6])for(let n of[t.top-6,t.top+t.height/2,t.bottom+6])for(let r of document.elementsFromPoint(i,n-e)){let o=r!==s&&r.closest(O);if(o&&T(o)&&j(o))return!0}return!1}function T(s){let t=s.getBoundingClientRect();return t.width*t.height<innerWidth*innerHeight/2}function j(s){let t=document.scrollingElement;if(t&&t.scrollTop+t.clientHeight>=t.scrollHeight-1)return!0;for(let e=s;e;e=e.parentElement)if(/fixed|sticky/.test(getComputedStyle(e).position))return!0;return!1}function P(s){if(s==="light"||s==="dark"||s==="auto")return s;for(let e of[document.body,document.documentElement]){let i=e?D(getComputedStyle(e).backgroundColor):void 0;if(i!==void 0)return i<.4?"dark":"light"}let t=getComputedStyle(document.documentElement).colorScheme||"";return t.includes("dark")?t.includes("light")?"auto":"dark":"light"}function D(s){let[t=0,e=0,i=0,n=1]=(s.match(/[\d.]+/g)||[]).map(Number);if(!(!s||n<.5)){if(s.startsWith("rgb"))return(.2126*t+.7152*e+.0722*i)/255;if(s.startsWith("ok"))return t;if(s.startsWith("l"))return t/100}}var S="(max-width: 480px), (max-height: 480px)",U=1e4,q="https://www.wikipedia.org/",I=600,z=120,N=2e3,B=12e4,d=[],x=class s extends HTMLElement{#d=this.attachShadow({mode:"closed"});#p=new AbortController;#t=!1;#n=!1;#y=0;#i;#c=0;#u;#v=[];#s;#k=null;#f="";#r=!1;#a=!1;#S=-I;#E=0;#e={};get church(){return this.getAttribute("church")||""}connectedCallback(){h(()=>{if(d.includes(this))return;d.push(this);let{signal:t}=this.#p=new AbortController;L(()=>this.#R(t))})}disconnectedCallback(){h(()=>{this.#p.abort(),this.#s?.remove(),this.#s=void 0,this.#t=this.#n=!1,this.#d.replaceChildren(),this.#e={},d.splice(d.indexOf(this),1),s.#$()})}open({message:t="",focus:e=!0}={}){if(!this.#e.panel){this.#v.push(()=>this.open({message:t,focus:e}));return}t&&(this.#f=String(t).slice(0,2e3));for(let n of d)n!==this&&n.close();let i=!this.#t;this.#t=!0,i&&(this.#k=document.activeElement),i&&this.#a&&this.#M(),this.#C(),this.#g(e),i&&(this.#w(),this.#x("open"))}close(){if(!this.#t)return;let{panel:t,button:e}=this.#e,i=document.activeElement===this||document.activeElement===document.body;this.#t=this.#r=!1,this.#S=performance.now(),t.close(),this.#l(),this.#h(),this.#o("closed"),this.#a&&this.#M();let n=this.#k;i&&(n&&n!==this&&n!==document.body&&n.isConnected?n:e).focus(),this.#w(),this.#x("close")}toggle(){this.#t?this.close():this.open()}get isOpen(){return this.#t}get isShown(){return this.#i!==void 0}async#R(t){try{if(t.aborted||(await this.#L(),!this.#i||t.aborted))return;this.#T(),this.#j(),this.#x("ready");for(let e of this.#v.splice(0))e();W(this.church)&&!matchMedia(S).matches&&this.open({focus:!1})}catch(e){A(this.church,e)}}async#L(){let t=new URLSearchParams({lang:this.getAttribute("language")||""});this.#y++&&t.set("n",String(this.#y));let{default:e}=await import(`${u}/widget/${encodeURIComponent(this.church)}/site.js?${t}`);e&&(this.#i=e,this.#c=Date.now()+e.life*1e3)}#A(){return this.#i&&Date.now()<this.#c-B?Promise.resolve(this.#i):(this.#u||=this.#L().then(()=>{if(!this.#i||Date.now()>=this.#c)throw new Error("no chat just now");return this.#i}).finally(()=>this.#u=void 0),this.#u)}#T(){let{texts:t,dir:e,language:i,accent:n,onAccent:r}=this.#i,o=l("div",{class:"root",dir:e,lang:i}),c=l("dialog",{class:"panel",id:"panel","aria-label":t.title}),a=l("div",{class:"wait"}),g=l("div",{class:"says",role:"status"},t.loading),b=l("button",{class:"dismiss",type:"button"},t.close),p=l("button",{class:"button",type:"button","aria-haspopup":"dialog","aria-controls":"panel"}),w=this.getAttribute("label");p.append(k("chat","M20.5 11.5a8 8 0 0 1-11.7 7.1L4 20l1.4-4.6a8 8 0 1 1 15.1-3.9zM9 11.5h.01M12.5 11.5h.01M16 11.5h.01"),k("cross","M6 6l12 12M18 6L6 18")),w&&p.append(l("span",{class:"label"},w)),a.append(g,b),c.append(a),o.append(c,p),this.#e={root:o,panel:c,wait:a,says:g,dismiss:b,button:p},$(this.#d),this.#d.append(o),n&&r&&(o.style.setProperty("--accent",n),o.style.setProperty("--on-accent",r)),s.#$(),this.#l(),h(()=>{this.popover="manual",this.showPopover()}),this.#m()}static#$(){let t={left:0,right:0},e=getComputedStyle(document.documentElement).direction==="rtl";for(let i of d){let{root:n}=i.#e;if(!n)continue;let r=i.getAttribute("position"),o=r==="left"||r!=="right"&&r==="start"!==e,c=72*t[o?"left":"right"]++,a=Math.min(Math.max(parseInt(i.getAttribute("bottom")??"20",10)||0,0),400);n.classList.toggle("left",o),n.style.setProperty("--bottom",`${a+c}px`),i.#h()}}#m(){let{button:t,root:e}=this.#e;if(!e||this.#t||document.hidden)return;let{x:i,y:n,scale:r}=C(this.getBoundingClientRect(),e.classList.contains("left"));t.style.translate=i||n?`${i}px ${n}px`:"",t.style.scale=r===1?"":`${1/r}`;let o=parseInt(e.style.getPropertyValue("--up"),10)||0,c=t.getBoundingClientRect(),a=Math.round(M(this,new DOMRect(c.x,c.y+o/r,c.width,c.height))*r);a!==o&&e.style.setProperty("--up",`${a}px`)}#h(){clearTimeout(this.#E),this.#E=window.setTimeout(()=>h(()=>this.#m()),z)}#j(){let{button:t,panel:e,root:i,dismiss:n}=this.#e,{signal:r}=this.#p,o=(a,g,b)=>{for(let p of g.split(" "))a.addEventListener(p,w=>h(()=>b(w)),{signal:r,capture:a===window})};o(t,"click",()=>this.toggle()),o(n,"click",()=>this.close()),o(t,"pointerenter focus pointerdown",()=>this.#D()),o(i,"keydown keyup keypress",a=>{a.stopPropagation(),a.type==="keydown"&&a.key==="Escape"&&this.close()}),o(window,"keydown",a=>{a.key==="Escape"&&!this.#t&&a.timeStamp-this.#S<I&&!a.repeat&&this.#o("leave")}),o(e,"cancel",a=>{a.preventDefault(),this.close()}),o(window,"message",a=>this.#U(a)),o(matchMedia(S),"change",()=>this.#t&&this.#g(!1)),o(matchMedia("(prefers-color-scheme: dark)"),"change",()=>this.#O()),window.visualViewport&&o(window.visualViewport,"resize scroll",()=>{this.#P(),this.#h()}),o(window,"scroll resize load focusin focusout",()=>this.#h());let c=setInterval(()=>h(()=>this.#m()),N);r.addEventListener("abort",()=>clearInterval(c)),o(document,"securitypolicyviolation",a=>{this.#s&&!this.#n&&a.effectiveDirective==="frame-src"&&this.#b()})}#D(){navigator.connection?.saveData||this.#C()}#C(){if(this.#s)return;let t=document.createElement("iframe");this.#s=t,this.#a=!1,this.#e.panel.classList.remove("late"),this.#e.says.textContent=this.#i.texts.loading,this.#A().then(e=>{let i=new URLSearchParams({visitor:e.token,lang:this.getAttribute("language")||"",agent:this.getAttribute("agent")||"",theme:this.#I()});t.title=e.texts.title,t.allow="clipboard-write",t.referrerPolicy="strict-origin",t.src=`${u}/widget/${encodeURIComponent(this.church)}?${i}`,this.#s===t&&(this.#e.panel.append(t),setTimeout(()=>this.#s===t&&!this.#n&&this.#b(),U))},()=>this.#s===t&&this.#b())}#M(){this.#n||(this.#s?.remove(),this.#s=void 0)}#g(t){let{panel:e,root:i}=this.#e,n=matchMedia(S).matches;e.open&&i.classList.contains("sheet")!==n&&e.close(),i.classList.toggle("sheet",n),!e.open&&n&&e.showModal(),e.open=!0,this.#P(),this.#l(),this.#O(),this.#r||=t,this.#n&&(this.#r&&this.#s?.focus(),this.#o("opened",{focus:this.#r,sheet:n,message:this.#f}),this.#r=!1,this.#f="")}#P(){let{panel:t,root:e}=this.#e,i=window.visualViewport;if(!i||!this.#t)return;let n=e.classList.contains("sheet")&&i.scale<=1,r=n?i.scale:1;t.style.height=n?`${i.height*r}px`:"",t.style.width=n?`${i.width*r}px`:"",t.style.top=n?`${i.offsetTop}px`:"",t.style.left=n?`${i.offsetLeft}px`:"",t.style.scale=r===1?"":`${1/r}`}#l(){let{button:t,root:e}=this.#e,{texts:i}=this.#i;e.classList.toggle("open",this.#t),this.#t&&e.classList.remove("news"),t.setAttribute("aria-expanded",String(this.#t));let r=e.classList.contains("news")?i.news:i.open,o=this.getAttribute("label");t.setAttribute("aria-label",this.#t?i.close:o?`${o}: ${r}`:r)}#b(){let{panel:t,says:e}=this.#e,{texts:i}=this.#i,n=new URLSearchParams,r={agent:this.getAttribute("agent"),lang:this.getAttribute("language")};for(let[c,a]of Object.entries(r))a&&n.set(c,a);let o=`${u}/chat/${encodeURIComponent(this.church)}?${n}`.replace(/\?$/,"");this.#a=!0,t.classList.add("late"),e.replaceChildren(l("p",{},i.failed),l("a",{href:o,target:"_blank",rel:"noopener"},i.elsewhere))}#U(t){if(!(t.origin!==u||!this.#s||t.source!==this.#s.contentWindow))switch(t.data?.narthex){case"ready":this.#n=!0,this.#a=!1,this.#e.wait.remove(),this.#e.panel.classList.remove("late"),this.#e.panel.classList.add("up"),this.#t&&this.#g(!1);break;case"close":this.close();break;case"leave":this.#t=!1,this.#w(),document.documentElement.style.display="none",location.replace(q);break;case"news":if(this.#t)return;this.#e.root.classList.add("news"),this.#l();break;case"renew":this.#c=0,this.#A().then(({token:e})=>this.#o("token",{token:e}),()=>this.#o("token",{token:""}))}}#o(t,e){this.#n&&this.#s?.contentWindow?.postMessage({narthex:t,...e},u)}#I(){return P(this.getAttribute("theme"))}#O(){let t=this.#I();this.#e.root.dataset.theme=t,this.#o("theme",{theme:t})}#w(){h(()=>{let t=`narthex:${this.church}`;this.#t?sessionStorage.setItem(t,"open"):sessionStorage.removeItem(t)})}#x(t){this.dispatchEvent(new CustomEvent(`narthex:${t}`,{bubbles:!0,composed:!0,detail:{church:this.church}}))}};function W(s){try{return sessionStorage.getItem(`narthex:${s}`)==="open"}catch{return!1}}var y="narthex-widget",E=["church","position","bottom","label","theme","language","agent"],H=E.slice(0,3);function m(s){return s?d.find(t=>t.church===s):d[0]}var V={open(s){let{church:t="",message:e=""}=typeof s=="string"?{church:s}:s||{};h(()=>m(t)?.open({message:e}))},close(s){h(()=>m(s)?.close())},toggle(s){h(()=>m(s)?.toggle())},isOpen(s){return m(s)?.isOpen??!1}};function F(s){let t=s.target instanceof Element?s.target.closest("[data-narthex-open]"):null;if(!t||s.defaultPrevented)return;let e=m(t.getAttribute("data-narthex-open")||"");e?.isShown&&(s.preventDefault(),e.open({message:t.getAttribute("data-narthex-message")||""}))}function Y(s){for(let t of[...document.documentElement.children]){let e=i=>t.getAttribute(i)===s.getAttribute(i);if(!(t.localName!==y||!H.every(e))){if(E.every(e))return!0;t.remove()}}return!1}h(()=>{if(customElements.get(y)||(customElements.define(y,x),document.addEventListener("click",t=>h(()=>F(t))),Object.prototype.hasOwnProperty.call(window,"narthex")||Object.assign(window,{narthex:V})),!f?.dataset.church)return;let s=document.createElement(y);for(let t of E){let e=f.dataset[t];e&&s.setAttribute(t,e)}Y(s)||document.documentElement.append(s)});})();
