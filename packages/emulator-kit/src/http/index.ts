export { BodyTooLargeError, readBody } from './body';
export { type HtmlValue, html, type SafeHtml, trusted } from './html';
export { isForeign } from './origin';
export { pageStyle } from './pageStyle';
export { redirect, send, sendHtml, sendJson } from './respond';
export { type Call, matchRoute, type Route } from './router';
export { type RunningServer, runService, type Service, startServer } from './serviceProcess';
