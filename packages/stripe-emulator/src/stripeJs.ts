/**
 * Replaces https://js.stripe.com/basil/stripe.js. `loadStripe` of @stripe/stripe-js 7 takes an existing
 * `window.Stripe` whose `version` is its release train, and calls `_registerWrapper`. Of Stripe.js it has what the
 * product uses, `redirectToCheckout({sessionId})`, and nothing else.
 */
export const stripeJs = `(function () {
  'use strict';
  var origin = new URL(document.currentScript.src).origin;

  function fail(message, code) {
    return { error: { type: 'invalid_request_error', code: code, message: message } };
  }

  async function redirectToCheckout(options) {
    var sessionId = options && options.sessionId;
    if (typeof sessionId !== 'string' || sessionId === '') {
      throw new Error('IntegrationError: stripe.redirectToCheckout: You must provide sessionId.');
    }
    var answer;
    try {
      answer = await (await fetch(origin + '/_stripejs/sessions/' + encodeURIComponent(sessionId))).json();
    } catch (cause) {
      return { error: { type: 'api_connection_error', message: 'Stripe could not be reached.' } };
    }
    if (!answer.url) return fail(answer.error.message, answer.error.code);
    window.location.assign(answer.url);
    return new Promise(function () {});
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !/^pk_(test|live)_/.test(key)) {
      throw new Error('IntegrationError: Please call Stripe() with your publishable key. You used: ' + String(key).slice(0, 8));
    }
    return { redirectToCheckout: redirectToCheckout, _registerWrapper: function () {}, registerAppInfo: function () {} };
  }

  Stripe.version = 'basil';
  window.Stripe = Stripe;
})();
`;
