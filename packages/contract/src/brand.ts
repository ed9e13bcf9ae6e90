/** The one place the product's name is written. */
export const BRAND = 'Heirlight';
export const SUPPORT_EMAIL = 'support@heirlight.app';
export const APP_VERSION = '2.6.0';
