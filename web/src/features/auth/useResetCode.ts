import { useEffect, useState } from 'react';
import { useDomain } from '../../domain/useDomain';
import { recoveryCopy } from './recoveryCopy';

export type ResetCode = { status: 'checking' } | { status: 'good'; email: string } | { status: 'bad'; problem: string };

/** Finds out whether a reset code can still be used, before anybody thinks of a new password. */
export function useResetCode(code: string): ResetCode {
  const { session } = useDomain();
  const [result, setResult] = useState<ResetCode>({ status: 'checking' });
  useEffect(() => {
    if (code === '') {
      setResult({ status: 'bad', problem: recoveryCopy.linkMissing });
      return;
    }
    let current = true;
    void session.checkResetCode(code).then((checked) => {
      if (!current) return;
      setResult('email' in checked ? { status: 'good', ...checked } : { status: 'bad', ...checked });
    });
    return () => {
      current = false;
    };
  }, [code, session]);
  return result;
}
