import { PROMOTION_CODE } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { copy } from '../copy/copy';
import { loadConfig } from '../lib/config';
import { toast } from '../lib/toast';
import { visuallyHidden } from './visuallyHidden';
import { Words } from './Words';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(1.5),
}));

/** Its words, and not its edge, stand in line with the others' when it comes below them. */
const Copy = styled(Button)(({ theme }) => ({
  minWidth: 0,
  paddingInline: theme.spacing(1),
  marginLeft: theme.spacing(-1),
}));

const Aloud = styled('span')(visuallyHidden);

/** Whether the shop takes the code for first orders only; false until the configuration says so. */
function useFirstOrdersOnly(): boolean {
  const [isOnly, setOnly] = useState(false);
  useEffect(() => {
    loadConfig().then(
      ({ promotionFirstOrdersOnly }) => setOnly(promotionFirstOrdersOnly === true),
      // Then nothing can be bought either, and buying says so.
      () => undefined,
    );
  }, []);
  return isOnly;
}

/** What the promotion code is good for, and a button that copies it. */
export function PromotionCode() {
  const isForFirstOrders = useFirstOrdersOnly();
  const [copied, setCopied] = useState(false);
  const copyCode = async () => {
    try {
      await navigator.clipboard.writeText(PROMOTION_CODE);
      setCopied(true);
    } catch {
      // Some browsers give the clipboard to nobody.
      toast(copy.toasts.codeNotCopied);
    }
  };
  return (
    <Row>
      <Typography>
        <Words>{copy.promotion.text}</Words>
        {isForFirstOrders && ` ${copy.promotion.firstOrders}`}
      </Typography>
      <Copy onClick={() => void copyCode()}>{copied ? copy.promotion.copied : copy.promotion.copy}</Copy>
      <Aloud role="status">{copied && <Words>{copy.promotion.copiedAloud}</Words>}</Aloud>
    </Row>
  );
}
