export type Platform = 'ios' | 'android' | 'otherMobile' | 'desktop';

/** Returns the platform by the user agent, as the specification has it. Anything unknown is `desktop`. */
export function platformOf(userAgent: string): Platform {
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'ios';
  if (/Android/i.test(userAgent)) return 'android';
  return /Mobile|webOS|BlackBerry|IEMobile|Opera Mini/i.test(userAgent) ? 'otherMobile' : 'desktop';
}
