var s=class{#t=500;next(){let t=this.#t;return this.#t=Math.min(3e4,2*t),t/2+Math.random()*t/2}reset(){this.#t=500}};export{s as Backoff};
