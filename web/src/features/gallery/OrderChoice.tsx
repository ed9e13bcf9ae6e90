import { styled } from '@mui/material/styles';
import { GALLERY_ORDERS, type GalleryOrder } from '../../domain/account/lastSeen';
import { HAIRLINE, radius, TARGET_PX } from '../../theme/tokens';
import { galleryCopy } from './galleryCopy';

const Select = styled('select')(({ theme }) => ({
  minWidth: 0,
  height: TARGET_PX,
  paddingInline: theme.spacing(1.5),
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  cursor: 'pointer',
}));

interface OrderChoiceProps {
  order: GalleryOrder;
  onChoose: (order: GalleryOrder) => void;
}

/** By which day the photos are ordered. */
export function OrderChoice({ order, onChoose }: OrderChoiceProps) {
  return (
    <Select
      name="gallery-order"
      aria-label={galleryCopy.order}
      value={order}
      onChange={({ target }) => onChoose(GALLERY_ORDERS.find((one) => one === target.value) ?? 'uploaded')}
    >
      {GALLERY_ORDERS.map((one) => (
        <option key={one} value={one}>
          {galleryCopy.orders[one]}
        </option>
      ))}
    </Select>
  );
}
