history.replaceState(null,"",location.pathname);
