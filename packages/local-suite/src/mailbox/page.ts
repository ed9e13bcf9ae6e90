import { BRAND } from '@heirlight/contract/brand';
import { html, pageStyle, type SafeHtml, trusted } from '@heirlight/emulator-kit/http';
import type { Message } from './message';

const REFRESH_MS = 2_000;

const style = trusted(`
main{max-width:46rem;margin:0 auto;padding:clamp(1.5rem,5vw,3.5rem) 1rem 4rem}
header{display:grid;gap:.5rem;margin-bottom:2rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin-bottom:1.75rem}
form div{flex:1 1 16rem;display:grid;gap:.375rem}
ol{list-style:none;margin:0;padding:0;display:grid;gap:1rem}
li{display:grid;gap:.75rem}
.meta{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
.to{overflow-wrap:anywhere}
.empty{text-align:center;padding:3rem 1.5rem;display:grid;gap:.5rem}
li .button{justify-self:start}
`);

/** Served as a file of its own, so that the page's policy can refuse every inline script. */
export const refreshScript = `
(function () {
  var list = document.getElementById('messages');
  var status = document.getElementById('status');
  async function refresh() {
    if (document.hidden) return;
    try {
      var page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
      var fresh = page.getElementById('messages');
      if (!fresh || fresh.dataset.version === list.dataset.version) return;
      var focused = list.contains(document.activeElement) ? document.activeElement.id : '';
      list.replaceChildren.apply(list, fresh.childNodes);
      list.dataset.version = fresh.dataset.version;
      var back = focused && document.getElementById(focused);
      if (back) back.focus();
      status.textContent = page.getElementById('status').textContent;
    } catch (error) {
      status.textContent = 'The mailbox does not answer. Is the local suite still running?';
    }
  }
  setInterval(refresh, ${REFRESH_MS});
})();
`;

/** In this machine's time zone, which is the reader's. */
const timeOf = (iso: string) => new Date(iso).toLocaleTimeString('en-GB');

function messageCard(message: Message): SafeHtml {
  return html`<li class="card">
    <h2>${message.subject}</h2>
    <p class="meta small quiet"><span class="to">To ${message.to}</span><time datetime="${message.receivedAt}">${timeOf(message.receivedAt)}</time></p>
    <p>${message.text}</p>
    <a class="button primary" id="open-${message.id}" href="${message.link}">${message.action}<span class="visually-hidden"> for ${message.to}</span></a>
  </li>`;
}

function emptyCard(to: string): SafeHtml {
  return html`<div class="card empty">
    <h2>No e-mails${to !== '' && ` to ${to}`}</h2>
    <p class="quiet">Sign up or ask for a password reset in ${BRAND}, and the e-mail appears here by itself.</p>
  </div>`;
}

const countWords = (count: number) => (count === 1 ? '1 e-mail' : `${count} e-mails`);

function layout({ title, body }: { title: string; body: SafeHtml }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}${style}</style>
<noscript><meta http-equiv="refresh" content="5"></noscript>
</head>
<body><main>
<header>
<p class="brand">${BRAND}</p>
<h1>Local mailbox</h1>
<p class="quiet">The e-mails Firebase Authentication would have sent. Nothing leaves this machine. A link disappears once it was used.</p>
</header>
${body}
</main></body>
</html>`.toString();
}

export function mailboxPage({ messages, to }: { messages: readonly Message[]; to: string }): string {
  const cards = messages.length === 0 ? emptyCard(to) : html`<ol>${messages.map(messageCard)}</ol>`;
  const version = messages.map(({ id }) => id).join(' ');
  return layout({
    title: `${countWords(messages.length)} · ${BRAND} mailbox`,
    body: html`<form role="search">
      <div><label for="to">Show only e-mails to</label>
      <input id="to" name="to" type="search" value="${to}" autocomplete="off" spellcheck="false" placeholder="anna@example.com"></div>
      <button class="button">Filter</button>
    </form>
    <p id="status" role="status" class="visually-hidden">${countWords(messages.length)}</p>
    <div id="messages" data-version="${version}">${cards}</div>
    <script src="/mailbox.js"></script>`,
  });
}

export function unavailablePage(reason: string): string {
  return layout({
    title: `Mailbox unavailable · ${BRAND}`,
    body: html`<div class="card empty" role="alert">
      <h2>The mailbox cannot be read right now</h2>
      <p>${reason}</p>
      <p class="quiet">It opens again by itself as soon as the Auth emulator runs.</p>
    </div>
    <meta http-equiv="refresh" content="3">`,
  });
}
