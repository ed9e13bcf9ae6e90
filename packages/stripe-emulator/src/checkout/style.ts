import { trusted } from '@heirlight/emulator-kit/http';

export const checkoutStyle = trusted(`
body{min-height:100vh}
.checkout{display:grid;min-height:100vh}
.side{padding:clamp(1.5rem,5vw,4rem) clamp(1rem,5vw,4rem)}
.side{display:grid;gap:1.5rem;align-content:start}
.side>*{max-width:27rem;width:100%}
.summary{background:var(--sunken)}
.back{display:inline-flex;gap:.5rem;align-items:center;min-height:44px;color:var(--quiet);text-decoration:none}
.back:hover .brand{text-decoration:underline}
.total{font:560 clamp(2.25rem,1.8rem + 2vw,3rem)/1.1 Fraunces,Georgia,serif;font-variant-numeric:tabular-nums}
dl{margin:0;display:grid;gap:.75rem}
dl div{display:flex;justify-content:space-between;gap:1rem}
dl div:last-child{border-top:1px solid var(--line);padding-top:.75rem;font-weight:600}
dt,dd{margin:0}
dd{font-variant-numeric:tabular-nums;white-space:nowrap}
.saving{color:var(--success)}
form,fieldset{display:grid;gap:1rem;border:0;margin:0;padding:0;min-width:0}
.field{display:grid;gap:.375rem;min-width:0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;align-items:start}
.card-fields{gap:1rem}
legend{padding:0;margin-bottom:.375rem}
.method+.method{margin-top:-.375rem}
.code{grid-template-columns:1fr auto;align-items:end;gap:.5rem}
.code .error{grid-column:1/-1}
.error{color:var(--error);font-size:.9375rem}
.notice{border:1px solid var(--error);border-radius:12px;padding:.75rem 1rem;color:var(--error)}
.method{display:flex;gap:.75rem;align-items:center;min-height:48px;padding:.5rem .875rem;border:1px solid var(--line);border-radius:12px;
background:var(--surface)}
.method input{width:1.25rem;height:1.25rem;accent-color:var(--accent)}
form:has(#late:checked) .card-fields{display:none}
.primary{width:100%}
.applied{display:flex;justify-content:space-between;align-items:center;gap:.5rem;background:var(--wash);border-radius:12px;padding:.25rem .25rem .25rem .875rem}
.applied .button{border:0;min-height:44px}
.message{min-height:100vh;display:grid;place-content:center;justify-items:center;gap:1.25rem;padding:2rem 1rem;text-align:center}
.message p{max-width:30rem}
details{border-top:1px solid var(--line);padding-top:1rem}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-weight:600}
td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top;font-weight:400}
table{border-collapse:collapse}
code{font-size:.9em;white-space:nowrap}
@media (min-width:900px){.checkout{grid-template-columns:1fr 1fr}.summary>*{justify-self:end}}
`);

/** The page works without it. It groups the digits, and keeps a second click from sending the form again. */
export const checkoutScript = `
(function () {
  var number = document.getElementById('number');
  var expiry = document.getElementById('expiry');
  if (number) number.addEventListener('input', function () {
    var digits = number.value.replace(/\\D/g, '').slice(0, 19);
    var atEnd = number.selectionStart === number.value.length;
    if (atEnd) number.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
  });
  if (expiry) expiry.addEventListener('input', function (event) {
    if (event.inputType === 'deleteContentBackward') return;
    var digits = expiry.value.replace(/\\D/g, '').slice(0, 4);
    if (expiry.selectionStart === expiry.value.length && digits.length >= 2) {
      expiry.value = digits.slice(0, 2) + ' / ' + digits.slice(2);
    }
  });
  document.querySelectorAll('form').forEach(function (form) {
    form.addEventListener('submit', function (event) {
      if (form.dataset.sent) return event.preventDefault();
      form.dataset.sent = 'yes';
      var button = form.querySelector('.primary');
      if (button) { button.textContent = 'Processing…'; button.setAttribute('aria-disabled', 'true'); }
    });
  });
  window.addEventListener('pageshow', function (event) { if (event.persisted) location.reload(); });
  var invalid = document.querySelector('[aria-invalid=true]');
  if (invalid) invalid.focus();
})();
`;
