var e=`
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
`;export{e as styles};
