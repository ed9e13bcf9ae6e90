import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { withdrawalCopy } from '../../domain/account/withdrawalCopy';
import type { WithdrawalOffer } from '../../domain/account/withdrawals';
import { takeFocus } from './takeFocus';

export interface WithdrawFormProps {
  offers: WithdrawalOffer[];
  onWithdraw: (sessionId: string) => Promise<void>;
  /** What stands before it, and gets the focus when the purchase that had it is gone. */
  before: RefObject<HTMLElement | null>;
}

/** Two steps, as the law of the EU wants it: ask for the withdrawal, then confirm it. */
export function WithdrawForm({ offers, onWithdraw, before }: WithdrawFormProps) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Stack spacing={2}>
      <Typography variant="h3">{withdrawalCopy.title}</Typography>
      {offers.map((offer) => (
        <Purchase
          key={offer.sessionId}
          offer={offer}
          isAsked={asked === offer.sessionId}
          onAsk={setAsked}
          onWithdraw={onWithdraw}
          before={before}
        />
      ))}
    </Stack>
  );
}

interface PurchaseProps {
  offer: WithdrawalOffer;
  isAsked: boolean;
  onAsk: (sessionId: string | null) => void;
  onWithdraw: WithdrawFormProps['onWithdraw'];
  before: WithdrawFormProps['before'];
}

function Purchase({ offer, isAsked, onAsk, onWithdraw, before }: PurchaseProps) {
  const { sessionId, photos, boughtAt, until } = offer;
  useEffect(
    () => () => {
      if (document.activeElement === document.body) before.current?.focus({ preventScroll: true });
    },
    [before],
  );
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography>{withdrawalCopy.bought(photos, boughtAt)}</Typography>
      {isAsked ? (
        <Question offer={offer} onKeep={() => onAsk(null)} onWithdraw={onWithdraw} />
      ) : (
        <>
          <Typography color="textSecondary">{withdrawalCopy.until(until)}</Typography>
          <Button ref={takeFocus} variant="outlined" onClick={() => onAsk(sessionId)}>
            {withdrawalCopy.ask}
          </Button>
        </>
      )}
    </Stack>
  );
}

interface QuestionProps {
  offer: WithdrawalOffer;
  onKeep: () => void;
  onWithdraw: WithdrawFormProps['onWithdraw'];
}

function Question({ offer, onKeep, onWithdraw }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);
  // The button that was clicked is gone.
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    await onWithdraw(offer.sessionId);
    setBusy(false);
  };
  return (
    <>
      <Typography ref={question} tabIndex={-1}>
        {withdrawalCopy.question(offer)}
      </Typography>
      <Button variant="contained" color="error" onClick={confirm} aria-busy={isBusy}>
        {isBusy ? withdrawalCopy.confirming : withdrawalCopy.confirm}
      </Button>
      <Button onClick={onKeep} disabled={isBusy}>
        {withdrawalCopy.keep}
      </Button>
    </>
  );
}
