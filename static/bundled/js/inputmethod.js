function n(o){return o.isComposing||o.keyCode===229}export{n as isComposing};
