history.replaceState(null,"",document.querySelector("main")?.dataset.here);
