/**
 * What the client is told at run time, as `/config.json` next to `index.html`. Production writes it once per project;
 * the local suite serves its own. Emulator entries are absent in production: base URLs are the only thing that differs.
 */
export interface ClientConfig {
  firebase: {
    apiKey: string;
    authDomain: string;
    projectId: string;
    storageBucket: string;
    appId: string;
  };
  stripePublishableKey: string;
  /** reCAPTCHA Enterprise site key; App Check is off when absent. */
  appCheckSiteKey?: string;
  /** Whether the promotion code is for first orders only, as the backend's PROMOTION_FIRST_ORDERS_ONLY says. */
  promotionFirstOrdersOnly?: boolean;
  /** Whether saved files can carry signed Content Credentials: the backend has a certificate for them. */
  contentCredentials?: boolean;
  endpoints?: {
    /** http://host:port */
    auth?: string;
    firestore?: string;
    storage?: string;
    functions?: string;
    /** URL of the Stripe.js to load before @stripe/stripe-js looks for one. */
    stripeJs?: string;
  };
}
