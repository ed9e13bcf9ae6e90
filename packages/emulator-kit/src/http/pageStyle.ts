import { trusted } from './html';

/**
 * The look of the pages the emulators show, kin to the product's own. The colours are those of
 * `web/src/theme/tokens.ts`, written again because no emulator may import the product.
 */
export const pageStyle = trusted(`
:root{color-scheme:light dark;--paper:#faf6ef;--surface:#fffdf9;--sunken:#f2eadd;--line:#e3d8c7;--edge:#8c7d6b;--ink:#261d15;
--quiet:#65574a;--accent:#9a431f;--accent-strong:#7c3416;--on-accent:#fffaf4;--wash:#f7e4d6;--success:#3a6a3c;--error:#a5261c}
@media (prefers-color-scheme:dark){:root{--paper:#17120e;--surface:#211a15;--sunken:#120e0b;--line:#3a3028;--edge:#8d7d6d;
--ink:#f5ecdf;--quiet:#c0b2a1;--accent:#efa77c;--accent-strong:#f7bf9c;--on-accent:#2a1408;--wash:#3a2519;--success:#9fce9d;
--error:#f4a59b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 Figtree,system-ui,-apple-system,"Segoe UI",Arial,sans-serif}
h1,h2{font-family:Fraunces,Georgia,"Times New Roman",serif;font-weight:560;line-height:1.2;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.5rem);margin:0}
h2{font-size:1.25rem;margin:0}
p{margin:0}
a{color:var(--accent)}
label,legend{font-weight:600}
input:not([type=radio]){width:100%;min-height:48px;padding:.5rem .875rem;font:inherit;color:inherit;background:var(--surface);
border:1px solid var(--edge);border-radius:12px}
::placeholder{color:var(--quiet);opacity:.8}
input[aria-invalid=true]{border:2px solid var(--error)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:.5rem 1.5rem;font:inherit;font-weight:600;
text-decoration:none;border-radius:999px;border:1px solid var(--edge);background:transparent;color:var(--ink);cursor:pointer}
.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.button:hover{border-color:var(--accent)}
.button.primary:hover{background:var(--accent-strong)}
.button[disabled]{opacity:.6;cursor:progress}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:1.25rem 1.5rem}
.quiet{color:var(--quiet)}
.small{font-size:.9375rem}
.brand{font:560 1.25rem Fraunces,Georgia,serif;color:var(--ink);letter-spacing:.01em}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`);
