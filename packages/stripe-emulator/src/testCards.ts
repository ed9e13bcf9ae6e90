export interface CardDecline {
  code: string;
  declineCode: string;
  message: string;
}

export interface TestCard {
  brand: string;
  decline?: CardDecline;
  /** The payment succeeds and is disputed at once. */
  disputed?: true;
}

const declined = (declineCode: string, message: string): CardDecline => ({
  code: 'card_declined',
  declineCode,
  message,
});

/** Stripe's own test numbers: https://docs.stripe.com/testing */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000259': { brand: 'visa', disputed: true },
  '4000000000000002': { brand: 'visa', decline: declined('generic_decline', 'Your card was declined.') },
  '4000000000009995': {
    brand: 'visa',
    decline: declined('insufficient_funds', 'Your card has insufficient funds. Try a different card.'),
  },
  '4000000000009987': { brand: 'visa', decline: declined('lost_card', 'Your card was declined.') },
  '4000000000000069': {
    brand: 'visa',
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000000000000119': {
    brand: 'visa',
    decline: {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
};

/** Payment methods that stand for test cards: https://docs.stripe.com/testing?testing-method=payment-methods */
const TEST_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
};

/** The number behind a test payment method, or undefined. */
export function numberOfMethod(id: string): string | undefined {
  return Object.hasOwn(TEST_METHODS, id) ? TEST_METHODS[id] : undefined;
}

/** Any other number could be a real card, and is declined. */
const NOT_A_TEST_CARD: TestCard = {
  brand: 'unknown',
  decline: declined(
    'test_mode_live_card',
    'Your card was declined. This is a local checkout: use a test card such as 4242 4242 4242 4242.',
  ),
};

export function testCard(digits: string): TestCard {
  return Object.hasOwn(TEST_CARDS, digits) ? (TEST_CARDS[digits] ?? NOT_A_TEST_CARD) : NOT_A_TEST_CARD;
}
