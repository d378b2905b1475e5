document.querySelector("[data-new]")?.addEventListener("saved",e=>{let{url:n}=e.detail;location.assign(`${n}?new`)});
