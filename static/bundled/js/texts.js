function c(t){return Object.assign((r,n={})=>{if(!(r in t))throw new Error(`no text ${r}`);return t[r].replace(/\{(\w+)\}/g,(e,o)=>String(n[o]??e))},{has:r=>r in t})}export{c as textsFrom};
