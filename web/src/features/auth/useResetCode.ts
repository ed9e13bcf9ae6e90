import { useEffect, useState } from 'react';
import { useDomain } from '../../domain/useDomain';
import { recoveryCopy } from './recoveryCopy';

export type ResetCode =
  | { status: 'checking' }
  | { status: 'good'; email: string }
  | { status: 'bad'; problem: string; isOver: boolean };

/**
 * Finds out whether a reset code can still be used, before anybody thinks of a new password; `retry` asks again, where
 * that could not be found out.
 */
export function useResetCode(code: string): ResetCode & { retry: () => void } {
  const { session } = useDomain();
  const [result, setResult] = useState<ResetCode & { of?: string }>({ status: 'checking' });
  const [tries, setTries] = useState(0);
  const retry = () => {
    setResult({ status: 'checking' });
    setTries(tries + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (code === '') {
      setResult({ of: code, status: 'bad', problem: recoveryCopy.linkMissing, isOver: true });
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
  }, [code, session, tries]);
  // Of another link nothing is shown.
  return { ...(result.of === code ? result : { status: 'checking' }), retry };
}
