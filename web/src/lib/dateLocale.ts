/**
 * Returns the locale in which the page writes dates: in English, as its other words, with the order and the clock of the
 * person's region.
 *
 * @param language a BCP 47 tag, the browser's by default
 */
export function dateLocale(language: string | undefined = globalThis.navigator?.language): string {
  try {
    const wanted = new Intl.Locale(language ?? 'en-US');
    return wanted.language === 'en' ? wanted.baseName : `en-${wanted.maximize().region}`;
  } catch {
    return 'en-US';
  }
}
