import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { closeDialog, closeIfOpen, dialogStore, type LoginTab } from '../../domain/dialogs/dialogs';
import { clearQueue, pendingDraftStore } from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { isSomebodys, sessionStore } from '../../domain/session/sessionStore';
import { useDomain } from '../../domain/useDomain';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { earlyDialog } from '../../ui/earlyDialog';
import { AuthForm } from './AuthForm';
import { DraftNote } from './DraftNote';
import { EmailField, PasswordField } from './fields';

/** A response may come late, when another dialog is open. */
const close = () => closeIfOpen('login');

/** Whoever closes the dialog does not want to log in, and no draft waits for the next person. */
function leave(): void {
  closeDialog();
  if (sessionStore.get().status !== 'signedOut') return;
  pendingDraftStore.set(null);
  clearQueue();
  savedDraft.discard().catch((error: unknown) => console.error('The draft could not be discarded', error));
}

const TABS: readonly LoginTab[] = ['login', 'signup', 'reset'];

/** The tab that a visitor has chosen before React was there, or the one that was asked for. */
function firstTab(): LoginTab {
  const early = earlyDialog()?.dataset.early;
  return TABS.find((name) => name === early) ?? dialogStore.get().loginTab ?? 'login';
}

/**
 * After a login the focus goes to Your Account, once no dialog is open: the button that was pressed is gone by then, or
 * goes when the photos come.
 */
function useFocusAfterLogin(): void {
  const open = useStore(dialogStore, (state) => state.open);
  const isIn = useStore(sessionStore, isSomebodys);
  const isAsked = useRef(false);
  useEffect(() => {
    if (open === 'login') isAsked.current = true;
    if (!isAsked.current || !isIn || open) return;
    isAsked.current = false;
    document.querySelector<HTMLElement>('header button')?.focus({ preventScroll: true });
  }, [open, isIn]);
}

export interface LoginDialogProps {
  /** Runs after a successful login. */
  onLoginSuccess?: () => void;
}

export default function LoginDialog({ onLoginSuccess = close }: LoginDialogProps) {
  const open = useStore(dialogStore, (state) => state.open === 'login');
  useFocusAfterLogin();
  return (
    <DialogShell open={open} title={copy.auth.title} closeLabel={copy.auth.close} onClose={leave} maxWidth="xs">
      <LoginTabs onLoginSuccess={onLoginSuccess} />
      <DraftNote />
    </DialogShell>
  );
}

/** Lives only while the dialog is open, so that closing it forgets what was typed. */
function LoginTabs({ onLoginSuccess }: Required<LoginDialogProps>) {
  const { session } = useDomain();
  const id = useId();
  const [tab, setTab] = useState(firstTab);
  const [email, setEmail] = useState(dialogStore.get().email ?? '');
  const [password, setPassword] = useState('');
  const [resetEmail, setResetEmail] = useState(tab === 'reset' ? email : '');

  // Firebase loads while the form is being filled in.
  useEffect(() => void session.isReachable(), [session]);

  const submitLogin = async () => {
    if (await session.logIn({ email, password })) onLoginSuccess();
  };
  const submitSignUp = async () => {
    if (await session.signUp({ email, password })) close();
  };
  const submitReset = async () => {
    if (!(await session.requestReset(resetEmail))) return;
    void savedDraft.linkSentTo(resetEmail).catch(console.error);
    setResetEmail('');
    setPassword('');
    setTab('login');
  };

  const turnTo = (next: LoginTab) => {
    setTab(next);
    // Whoever has forgotten the password has typed the address already.
    if (next === 'reset') setResetEmail(resetEmail || email);
  };

  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: LoginTab) => turnTo(next)}
        selectionFollowsFocus
        variant="fullWidth"
        aria-label={copy.auth.title}
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-${name}`}
            data-opens={name}
            aria-controls={`${id}-panel`}
            label={copy.auth.tabs[name]}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'login' && (
          <AuthForm submitLabel={copy.auth.login} onSubmit={submitLogin}>
            <EmailField value={email} onChange={setEmail} />
            <PasswordField value={password} onChange={setPassword} kind="current" />
          </AuthForm>
        )}
        {tab === 'signup' && (
          <AuthForm submitLabel={copy.auth.signup} onSubmit={submitSignUp}>
            <EmailField value={email} onChange={setEmail} />
            <PasswordField value={password} onChange={setPassword} kind="new" hint={copy.auth.passwordHint} />
          </AuthForm>
        )}
        {tab === 'reset' && (
          <AuthForm submitLabel={copy.auth.sendReset} onSubmit={submitReset}>
            <Typography color="textSecondary">{copy.auth.resetHint}</Typography>
            <EmailField value={resetEmail} onChange={setResetEmail} />
          </AuthForm>
        )}
      </div>
    </>
  );
}
