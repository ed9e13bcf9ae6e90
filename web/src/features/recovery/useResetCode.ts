import { useEffect, useState } from 'react';
import { isReachable } from '../../lib/authGate';
import { copy } from '../../lib/copy';
import { authErrorText } from '../../lib/errorText';

export type ResetCode = { status: 'checking' } | { status: 'good'; email: string } | { status: 'bad'; why: string };

async function check(code: string): Promise<ResetCode> {
  if (code === '') return { status: 'bad', why: copy.recovery.linkMissing };
  if (!(await isReachable())) return { status: 'bad', why: copy.toasts.serviceUnreachable.description };
  try {
    const { checkResetCode } = await import('./recoveryApi');
    return { status: 'good', email: await checkResetCode(code) };
  } catch (error) {
    return { status: 'bad', why: authErrorText(error) };
  }
}

/** Whether a reset code can still be used, found out before anybody thinks of a new password. */
export function useResetCode(code: string): ResetCode {
  const [result, setResult] = useState<ResetCode>({ status: 'checking' });
  useEffect(() => {
    let current = true;
    void check(code).then((checked) => current && setResult(checked));
    return () => {
      current = false;
    };
  }, [code]);
  return result;
}
