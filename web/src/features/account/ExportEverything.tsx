import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { readAllEntries, readAllPhotos, readPurchases } from '../../domain/account/billingHistory';
import { useDomain } from '../../domain/useDomain';
import { toast } from '../../lib/toast';
import { nameSome } from '../../lib/zip/nameSome';
import { chooseTarget } from '../../lib/zip/saveTarget';
import { writeZip } from '../../lib/zip/writeZip';
import { accountCopy } from './accountCopy';
import { exportFiles } from './exportFiles';
import { takeFocus } from './takeFocus';

const { exporting: words } = accountCopy;

/** How far the download is. `of` is null while it is not known how many files there are. */
interface Progress {
  done: number;
  of: number | null;
}

/** All pictures and the billing history of an account, in one zip. */
export default function ExportEverything({ email }: { email: string }) {
  const domain = useDomain();
  const [progress, setProgress] = useState<Progress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    const now = new Date();
    const name = words.zipName(now.toLocaleDateString('sv-SE'));
    const target = await chooseTarget(name);
    if (!target) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProgress({ done: 0, of: null });
    try {
      const [photos, entries, { purchases }] = await Promise.all([
        readAllPhotos(domain),
        readAllEntries(domain),
        readPurchases(domain),
      ]);
      signal.throwIfAborted();
      const missing: string[] = [];
      const files = exportFiles({ email, now, photos, entries, purchases }, () => missing, domain);
      setProgress({ done: 0, of: files.length });
      const onFile = (failed?: string) => {
        if (failed !== undefined) missing.push(failed);
        setProgress((before) => before && { ...before, done: before.done + 1 });
      };
      const { saved, failed } = await writeZip({ target, name, files, signal, onFile });
      toast(failed.length === 0 ? words.done(saved) : words.inPart(nameSome(failed)));
    } catch (error) {
      console.error('The download of everything has ended', error);
      toast(signal.aborted ? words.cancelled : words.failed);
    } finally {
      setProgress(null);
    }
  };

  if (progress) {
    const { done, of } = progress;
    const text = of === null ? words.preparing : words.working(done, of);
    return (
      <Stack spacing={1.5}>
        <Typography>{text}</Typography>
        <LinearProgress
          aria-label={text}
          {...(of !== null && { variant: 'determinate' as const, value: (100 * done) / of })}
        />
        <Button key="cancel" ref={takeFocus} variant="outlined" onClick={() => controller.current?.abort()}>
          {words.cancel}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack spacing={1.5}>
      <Typography color="textSecondary">{words.text}</Typography>
      <Button key="start" ref={takeFocus} variant="outlined" onClick={() => void start()}>
        {words.start}
      </Button>
    </Stack>
  );
}
