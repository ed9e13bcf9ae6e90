import { OPERATOR } from '@heirlight/contract/operator';
import { aboutCopy } from '../../copy/aboutCopy';
import { QuestionList } from '../../ui/QuestionList';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';

/** Who sees a photo, what AI does to it, what it costs: each question opens its answer, without a script. */
export function Questions() {
  const { title, lead, parts } = aboutCopy.questions;
  return (
    <Section narrow aria-labelledby="questions-title">
      <SectionHeading id="questions-title" title={title} lead={lead} />
      <QuestionList questions={parts(OPERATOR)} />
    </Section>
  );
}
