import { useEffect, useState } from 'react';
import { useDomain } from '../../domain/useDomain';
import { recoveryCopy } from './recoveryCopy';

export type ResetCode = { status: 'checking' } | { status: 'good'; email: string } | { status: 'bad'; problem: string };

/** Finds out whether a reset code can still be used, before anybody thinks of a new password. */
export function useResetCode(code: string): ResetCode {
  const { session } = useDomain();
  const [result, setResult] = useState<ResetCode & { of?: string }>({ status: 'checking' });
  useEffect(() => {
    if (code === '') {
      setResult({ of: code, status: 'bad', problem: recoveryCopy.linkMissing });
      return;
    }
    let current = true;
    void session.checkResetCode(code).then((checked) => {
      if (!current) return;
      setResult({ of: code, ...('email' in checked ? { status: 'good', ...checked } : { status: 'bad', ...checked }) });
    });
    return () => {
      current = false;
    };
  }, [code, session]);
  // Of another link nothing is shown.
  return result.of === code ? result : { status: 'checking' };
}
