import { OPERATOR } from '@heirlight/contract/operator';
import { useEffect, useState } from 'react';
import { type AboutPage, aboutCopy } from '../../copy/aboutCopy';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { QuestionList } from '../../ui/QuestionList';
import { Legal } from './Legal';

const PAGES: readonly AboutPage[] = ['questions', 'privacy', 'terms'];

const pageOf = ({ hash }: Location) => PAGES.find((page) => hash === `#${page}`);

/** The page of the address. While the dialog fades out, the address has none: the last one stays. */
function useAboutPage(): AboutPage {
  const [page, setPage] = useState(() => pageOf(window.location) ?? 'questions');
  useEffect(() => {
    const follow = () => setPage((last) => pageOf(window.location) ?? last);
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return page;
}

/** Questions, privacy or terms, as the address says (app/startFromAddress.ts). */
export default function AboutDialog() {
  const open = useStore(dialogStore, (state) => state.open === 'about');
  const page = useAboutPage();
  const { title } = aboutCopy[page];
  return (
    <DialogShell open={open} title={title} closeLabel={aboutCopy.close} onClose={closeDialog} hasAddress>
      {page === 'questions' ? (
        <QuestionList questions={aboutCopy.questions.parts(OPERATOR)} />
      ) : (
        <Legal page={page} operator={OPERATOR} />
      )}
    </DialogShell>
  );
}
