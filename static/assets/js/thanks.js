// The page after the payment. The token in its address is the key to the church: it goes from the bar and the history at once.
history.replaceState(null, "", document.querySelector("main")?.dataset.here);
