export type Platform = 'ios' | 'android' | 'otherMobile' | 'desktop';

/** What the user agent says (spec: mobile is detected by user agent). Answers `desktop` for anything unknown. */
export function platformOf(userAgent: string): Platform {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'ios';
  if (/Android/i.test(userAgent)) return 'android';
  return /Mobile|webOS|BlackBerry|IEMobile|Opera Mini/i.test(userAgent) ? 'otherMobile' : 'desktop';
}
