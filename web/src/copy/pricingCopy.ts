/** What is said of the packs and of buying one. Apart from copy.ts, because few visits come here. */
export const pricingCopy = {
  toasts: {
    loginFirstBuy: { title: 'Please log in first! 🔐', description: 'You need to be logged in to purchase a plan.' },
    paymentsNotConfigured: {
      title: '🚧 Payments Not Configured',
      description: 'This pack cannot be bought yet. Please try again later.',
      destructive: true,
    },
    authenticationError: {
      title: 'Authentication Error',
      description: 'Please log out and log back in, then try again.',
      destructive: true,
    },
    sessionError: {
      title: 'Session Error',
      description: 'Unable to create payment session. Please try again.',
      destructive: true,
    },
    paymentError: {
      title: 'Payment Error',
      description: 'Could not redirect to checkout. Please try again.',
      destructive: true,
    },
    paymentSuccessful: {
      title: 'Payment Successful',
      description: 'Thank you! Your restores are being added to your account.',
    },
    creditsAdded: { title: 'Credits Added!', description: 'Your restores are ready to use.' },
    paymentProcessed: {
      title: 'Payment Processed',
      description: "Your payment was successful. If credits don't appear, please refresh the page.",
    },
    /** A bank transfer. */
    paymentPending: {
      title: 'Your Transfer Is on Its Way',
      description: 'A bank transfer can take days. Your restores come with it.',
    },
    offlineBuy: { title: 'You are offline', description: 'Buying a pack needs a connection. Nothing was charged.' },
    paymentSignedOut: { title: 'Please log in', description: 'Log in to see the restores in your account.' },
  },
  title: 'Simple, Powerful Pricing',
  subtitle: 'One restore per photo. No subscription, nothing to cancel.',
  photos: (count: number) => `${count} photos`,
  price: (dollars: number) => `$${dollars}`,
  perPhoto: (dollars: string) => `$${dollars} per photo`,
  popular: 'Popular',
  buy: 'Buy Now',
  wanted: 'You chose this pack',
  processing: 'Processing...',
  secure: 'Payment is handled by Stripe. We never see your card.',
  close: 'Close',
  stripeMissing: 'Stripe.js failed to load.',
  noSession: 'No session ID returned from server',
  notConfigured: 'Not on sale yet',
} as const;
