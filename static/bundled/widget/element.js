var b=`
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
`;var y=document.currentScript,d=y?new URL(y.src,location.href).origin:"";function l(n){try{n()}catch(t){console.debug("[Narthex]",t)}}function v(n){let t=()=>"requestIdleCallback"in window?requestIdleCallback(n,{timeout:2e3}):setTimeout(n,200);document.readyState==="loading"?document.addEventListener("DOMContentLoaded",t,{once:!0}):t()}function k(n,t){console.warn(`[Narthex] The chat of "${n}" is not shown on ${location.origin}. If this site is the church's, add it to the allowed sites in the church's dashboard; otherwise check data-church and the script's address. (${t})`)}function h(n,t={},e=""){let s=document.createElement(n);for(let i of Object.keys(t))s.setAttribute(i,t[i]);return e&&(s.textContent=e),s}function w(n,t){let e="http://www.w3.org/2000/svg",s=document.createElementNS(e,"svg"),i=document.createElementNS(e,"path");return s.setAttribute("viewBox","0 0 24 24"),s.setAttribute("class",n),s.setAttribute("aria-hidden","true"),i.setAttribute("d",t),s.append(i),s}function S(n){try{let t=new CSSStyleSheet;t.replaceSync(b),n.adoptedStyleSheets=[t]}catch{n.append(h("style",{},b))}}var M="a[href],button,input,select,textarea,summary,label,iframe,[role=button],[onclick]";function $(n,t){let e=window.visualViewport;if(!e)return{x:0,y:0,scale:1};let s=document.activeElement?.matches("input,textarea,select,[contenteditable]"),i=t?e.offsetLeft:e.offsetLeft+e.width-n.left,r=s?0:e.offsetTop+e.height-n.top;return{x:Math.round(i),y:Math.round(r),scale:e.scale}}function C(n,t){for(let e=0;e<innerHeight/2;e+=8)if(!I(n,t,e))return e;return 0}function I(n,t,e){for(let s of[t.left-6,t.left+t.width/2,t.right+6])for(let i of[t.top-6,t.top+t.height/2,t.bottom+6])for(let r of document.elementsFromPoint(s,i-e)){let o=r!==n&&r.closest(M);if(o&&P(o)&&R(o))return!0}return!1}function P(n){let t=n.getBoundingClientRect();return t.width*t.height<innerWidth*innerHeight/2}function R(n){let t=document.scrollingElement;if(t&&t.scrollTop+t.clientHeight>=t.scrollHeight-1)return!0;for(let e=n;e;e=e.parentElement)if(/fixed|sticky/.test(getComputedStyle(e).position))return!0;return!1}function L(n){if(n==="light"||n==="dark"||n==="auto")return n;for(let e of[document.body,document.documentElement]){let s=e?T(getComputedStyle(e).backgroundColor):void 0;if(s!==void 0)return s<.4?"dark":"light"}let t=getComputedStyle(document.documentElement).colorScheme||"";return t.includes("dark")?t.includes("light")?"auto":"dark":"light"}function T(n){let[t=0,e=0,s=0,i=1]=(n.match(/[\d.]+/g)||[]).map(Number);if(!(!n||i<.5)){if(n.startsWith("rgb"))return(.2126*t+.7152*e+.0722*s)/255;if(n.startsWith("ok"))return t;if(n.startsWith("l"))return t/100}}var x="(max-width: 480px), (max-height: 480px)",O=1e4,U="https://www.wikipedia.org/",E=600,z=120,D=2e3,j=12e4,u=[],A=class n extends HTMLElement{#p=this.attachShadow({mode:"closed"});#d=new AbortController;#t=!1;#n=!1;#y=0;#i;#c=0;#u;#v=[];#s;#k=null;#f="";#r=!1;#a=!1;#S=-E;#$=0;#e={};get church(){return this.getAttribute("church")||""}connectedCallback(){l(()=>{if(u.includes(this))return;u.push(this);let{signal:t}=this.#d=new AbortController;v(()=>this.#T(t))})}disconnectedCallback(){l(()=>{this.#d.abort(),this.#s?.remove(),this.#s=void 0,this.#t=this.#n=!1,this.#p.replaceChildren(),this.#e={},u.splice(u.indexOf(this),1),n.#E()})}open({message:t="",focus:e=!0}={}){if(!this.#e.panel){this.#v.push(()=>this.open({message:t,focus:e}));return}t&&(this.#f=String(t).slice(0,2e3));for(let i of u)i!==this&&i.close();let s=!this.#t;this.#t=!0,s&&(this.#k=document.activeElement),s&&this.#a&&this.#M(),this.#A(),this.#g(e),s&&(this.#w(),this.#x("open"))}close(){if(!this.#t)return;let{panel:t,button:e}=this.#e,s=document.activeElement===this||document.activeElement===document.body;this.#t=this.#r=!1,this.#S=performance.now(),t.close(),this.#l(),this.#h(),this.#o("closed"),this.#a&&this.#M();let i=this.#k;s&&(i&&i!==this&&i!==document.body&&i.isConnected?i:e).focus(),this.#w(),this.#x("close")}toggle(){this.#t?this.close():this.open()}get isOpen(){return this.#t}get isShown(){return this.#i!==void 0}async#T(t){try{if(t.aborted||(await this.#C(),!this.#i||t.aborted))return;this.#O(),this.#U(),this.#x("ready");for(let e of this.#v.splice(0))e();q(this.church)&&!matchMedia(x).matches&&this.open({focus:!1})}catch(e){k(this.church,e)}}async#C(){let t=new URLSearchParams({lang:this.getAttribute("language")||""});this.#y++&&t.set("n",String(this.#y));let{default:e}=await import(`${d}/widget/${encodeURIComponent(this.church)}/site.js?${t}`);e&&(this.#i=e,this.#c=Date.now()+e.life*1e3)}#L(){return this.#i&&Date.now()<this.#c-j?Promise.resolve(this.#i):(this.#u||=this.#C().then(()=>{if(!this.#i||Date.now()>=this.#c)throw new Error("no chat just now");return this.#i}).finally(()=>this.#u=void 0),this.#u)}#O(){let{texts:t,dir:e,language:s,accent:i,onAccent:r}=this.#i,o=h("div",{class:"root",dir:e,lang:s}),c=h("dialog",{class:"panel",id:"panel","aria-label":t.title}),a=h("div",{class:"wait"}),f=h("div",{class:"says",role:"status"},t.loading),m=h("button",{class:"dismiss",type:"button"},t.close),p=h("button",{class:"button",type:"button","aria-haspopup":"dialog","aria-controls":"panel"}),g=this.getAttribute("label");p.append(w("chat","M20.5 11.5a8 8 0 0 1-11.7 7.1L4 20l1.4-4.6a8 8 0 1 1 15.1-3.9zM9 11.5h.01M12.5 11.5h.01M16 11.5h.01"),w("cross","M6 6l12 12M18 6L6 18")),g&&p.append(h("span",{class:"label"},g)),a.append(f,m),c.append(a),o.append(c,p),this.#e={root:o,panel:c,wait:a,says:f,dismiss:m,button:p},S(this.#p),this.#p.append(o),i&&r&&(o.style.setProperty("--accent",i),o.style.setProperty("--on-accent",r)),n.#E(),this.#l(),l(()=>{this.popover="manual",this.showPopover()}),this.#m()}static#E(){let t={left:0,right:0},e=getComputedStyle(document.documentElement).direction==="rtl";for(let s of u){let{root:i}=s.#e;if(!i)continue;let r=s.getAttribute("position"),o=r==="left"||r!=="right"&&r==="start"!==e,c=72*t[o?"left":"right"]++,a=Math.min(Math.max(parseInt(s.getAttribute("bottom")??"20",10)||0,0),400);i.classList.toggle("left",o),i.style.setProperty("--bottom",`${a+c}px`),s.#h()}}#m(){let{button:t,root:e}=this.#e;if(!e||this.#t||document.hidden)return;let{x:s,y:i,scale:r}=$(this.getBoundingClientRect(),e.classList.contains("left"));t.style.translate=s||i?`${s}px ${i}px`:"",t.style.scale=r===1?"":`${1/r}`;let o=parseInt(e.style.getPropertyValue("--up"),10)||0,c=t.getBoundingClientRect(),a=Math.round(C(this,new DOMRect(c.x,c.y+o/r,c.width,c.height))*r);a!==o&&e.style.setProperty("--up",`${a}px`)}#h(){clearTimeout(this.#$),this.#$=window.setTimeout(()=>l(()=>this.#m()),z)}#U(){let{button:t,panel:e,root:s,dismiss:i}=this.#e,{signal:r}=this.#d,o=(a,f,m)=>{for(let p of f.split(" "))a.addEventListener(p,g=>l(()=>m(g)),{signal:r,capture:a===window})};o(t,"click",()=>this.toggle()),o(i,"click",()=>this.close()),o(t,"pointerenter focus pointerdown",()=>this.#z()),o(s,"keydown keyup keypress",a=>{a.stopPropagation(),a.type==="keydown"&&a.key==="Escape"&&this.close()}),o(window,"keydown",a=>{a.key==="Escape"&&!this.#t&&a.timeStamp-this.#S<E&&!a.repeat&&this.#o("leave")}),o(e,"cancel",a=>{a.preventDefault(),this.close()}),o(window,"message",a=>this.#D(a)),o(matchMedia(x),"change",()=>this.#t&&this.#g(!1)),o(matchMedia("(prefers-color-scheme: dark)"),"change",()=>this.#R()),window.visualViewport&&o(window.visualViewport,"resize scroll",()=>{this.#I(),this.#h()}),o(window,"scroll resize load focusin focusout",()=>this.#h());let c=setInterval(()=>l(()=>this.#m()),D);r.addEventListener("abort",()=>clearInterval(c)),o(document,"securitypolicyviolation",a=>{this.#s&&!this.#n&&a.effectiveDirective==="frame-src"&&this.#b()})}#z(){navigator.connection?.saveData||this.#A()}#A(){if(this.#s)return;let t=document.createElement("iframe");this.#s=t,this.#a=!1,this.#e.panel.classList.remove("late"),this.#e.says.textContent=this.#i.texts.loading,this.#L().then(e=>{let s=new URLSearchParams({visitor:e.token,lang:this.getAttribute("language")||"",agent:this.getAttribute("agent")||"",theme:this.#P()});t.title=e.texts.title,t.allow="clipboard-write",t.referrerPolicy="strict-origin",t.src=`${d}/widget/${encodeURIComponent(this.church)}?${s}`,this.#s===t&&(this.#e.panel.append(t),setTimeout(()=>this.#s===t&&!this.#n&&this.#b(),O))},()=>this.#s===t&&this.#b())}#M(){this.#n||(this.#s?.remove(),this.#s=void 0)}#g(t){let{panel:e,root:s}=this.#e,i=matchMedia(x).matches;e.open&&s.classList.contains("sheet")!==i&&e.close(),s.classList.toggle("sheet",i),!e.open&&i&&e.showModal(),e.open=!0,this.#I(),this.#l(),this.#R(),this.#r||=t,this.#n&&(this.#r&&this.#s?.focus(),this.#o("opened",{focus:this.#r,sheet:i,message:this.#f}),this.#r=!1,this.#f="")}#I(){let{panel:t,root:e}=this.#e,s=window.visualViewport;if(!s||!this.#t)return;let i=e.classList.contains("sheet")&&s.scale<=1,r=i?s.scale:1;t.style.height=i?`${s.height*r}px`:"",t.style.width=i?`${s.width*r}px`:"",t.style.top=i?`${s.offsetTop}px`:"",t.style.left=i?`${s.offsetLeft}px`:"",t.style.scale=r===1?"":`${1/r}`}#l(){let{button:t,root:e}=this.#e,{texts:s}=this.#i;e.classList.toggle("open",this.#t),this.#t&&e.classList.remove("news"),t.setAttribute("aria-expanded",String(this.#t));let r=e.classList.contains("news")?s.news:s.open,o=this.getAttribute("label");t.setAttribute("aria-label",this.#t?s.close:o?`${o}: ${r}`:r)}#b(){let{panel:t,says:e}=this.#e,{texts:s}=this.#i,i=new URLSearchParams,r={agent:this.getAttribute("agent"),lang:this.getAttribute("language")};for(let[c,a]of Object.entries(r))a&&i.set(c,a);let o=`${d}/chat/${encodeURIComponent(this.church)}?${i}`.replace(/\?$/,"");this.#a=!0,t.classList.add("late"),e.replaceChildren(h("p",{},s.failed),h("a",{href:o,target:"_blank",rel:"noopener"},s.elsewhere))}#D(t){if(!(t.origin!==d||!this.#s||t.source!==this.#s.contentWindow))switch(t.data?.narthex){case"ready":this.#n=!0,this.#a=!1,this.#e.wait.remove(),this.#e.panel.classList.remove("late"),this.#e.panel.classList.add("up"),this.#t&&this.#g(!1);break;case"close":this.close();break;case"leave":this.#t=!1,this.#w(),document.documentElement.style.display="none",location.replace(U);break;case"news":if(this.#t)return;this.#e.root.classList.add("news"),this.#l();break;case"renew":this.#c=0,this.#L().then(({token:e})=>this.#o("token",{token:e}),()=>this.#o("token",{token:""}))}}#o(t,e){this.#n&&this.#s?.contentWindow?.postMessage({narthex:t,...e},d)}#P(){return L(this.getAttribute("theme"))}#R(){let t=this.#P();this.#e.root.dataset.theme=t,this.#o("theme",{theme:t})}#w(){l(()=>{let t=`narthex:${this.church}`;this.#t?sessionStorage.setItem(t,"open"):sessionStorage.removeItem(t)})}#x(t){this.dispatchEvent(new CustomEvent(`narthex:${t}`,{bubbles:!0,composed:!0,detail:{church:this.church}}))}};function q(n){try{return sessionStorage.getItem(`narthex:${n}`)==="open"}catch{return!1}}export{A as Widget,u as widgets};
