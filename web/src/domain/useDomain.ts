import { createContext, useContext } from 'react';
import { type Domain, domain } from './domain';

/** The running page needs no provider; a test provides a domain with a fake Firebase. */
export const DomainContext = createContext<Domain>(domain);

export const useDomain = (): Domain => useContext(DomainContext);
