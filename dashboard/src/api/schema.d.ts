// Generated from /openapi.json by `pnpm dashboard:types`.

export interface paths {
    "/tournament/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a tournament
         * @description It starts `pending`, with an empty prize pool and no winner.
         */
        post: operations["createTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a pending tournament that has not started
         * @description Fields that are absent stay as they are; the merged tournament must be valid.
         */
        patch: operations["updateTournament"];
        trace?: never;
    };
    "/tournament/{tournamentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a tournament */
        get: operations["getTournament"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the game's tournaments, newest first */
        get: operations["listTournaments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Publish a pending tournament
         * @description From then on gamers can join, until it ends or registration closes.
         */
        patch: operations["publishTournament"];
        trace?: never;
    };
    "/tournament/{tournamentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cancel a pending or published tournament
         * @description Every entry fee is refunded, exactly once.
         */
        patch: operations["cancelTournament"];
        trace?: never;
    };
    "/tournament/{tournamentId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * End a published tournament now, optionally with final ranks
         * @description It is `settling` until everyone is paid, then `completed`. Gamers still in rank by the given ranks, otherwise they share the first.
         */
        patch: operations["completeTournament"];
        trace?: never;
    };
    "/tournament/{tournamentId}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admit a gamer
         * @description Takes a seat and charges the entry fee, both or neither. An unknown handle becomes a gamer.
         */
        post: operations["joinTournament"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/eliminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Remove one gamer or many, all or none
         * @description Each gets its rank at once: the number of entries still in, plus one. Those eliminated together share it. While gamers can still join the rank is `provisional`: it gets worse by one with each who does.
         */
        patch: operations["eliminateGamers"];
        trace?: never;
    };
    "/tournament/{tournamentId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The standings of a tournament
         * @description Those still in by the time they joined, then the eliminated, the last one out first, each with the rank it has by now; after the end, all by rank.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a tournament's entries and prize pool grew */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The settlement of a tournament and a page of its payouts, best rank first */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournament/{tournamentId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every movement of a tournament's prize pool, oldest first, sealed against changes */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gamer/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a gamer known before the first join
         * @description 201 when the gamer is new, 200 when the handle was known already.
         */
        post: operations["createGamer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gamer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the game's gamers by handle
         * @description In the order of the handles' code points.
         */
        get: operations["listGamers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gamer/{handle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a gamer by handle */
        get: operations["getGamer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/{handle}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put money into a gamer's wallet
         * @description An unknown handle becomes a gamer. Without an Idempotency-Key a repeat is a second deposit.
         */
        post: operations["deposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/{handle}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take money out of a gamer's wallet
         * @description Without an Idempotency-Key a repeat is a second withdrawal.
         */
        post: operations["withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/{handle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a gamer's wallet */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the game's own account */
        get: operations["getGameAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/{handle}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement of a gamer's wallet, newest first */
        get: operations["listWalletTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement of the game's own account, newest first */
        get: operations["listGameTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a game
         * @description It gets a live and a test environment, and its creator becomes its owner. Nothing but its name ever changes.
         */
        post: operations["createGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's own games, newest first */
        get: operations["listGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/{gameId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a game */
        get: operations["getGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become a member of a game by an invitation
         * @description Whoever has the token can use it, once. A member who accepts keeps the greater of the two roles.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/{gameId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename a game */
        patch: operations["updateGame"];
        trace?: never;
    };
    "/game/{gameId}/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a game's test environment by a new, empty one
         * @description The new one has another id. The old one's keys are revoked, and what it holds cannot be reached any more.
         */
        post: operations["resetTestGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/{gameId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a game's members and open invitations */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/{gameId}/members/{userId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description It takes effect within five seconds.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/game/{gameId}/members/{userId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Remove a member, or leave
         * @description It takes effect within five seconds. Every member may remove themselves.
         */
        patch: operations["removeMember"];
        trace?: never;
    };
    "/game/{gameId}/members/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody by mail
         * @description It works once, for a week, for whoever has the link. An open invitation of the same address is replaced.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/game/{gameId}/invitations/{invitationId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Withdraw an open invitation */
        patch: operations["withdrawInvitation"];
        trace?: never;
    };
    "/key/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key
         * @description For the environment that X-Game-Id names. Its secret is shown once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/{keyId}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a successor with the same settings
         * @description The old key works until its grace is over. The successor's secret is shown once. One must hold all scopes that the key has.
         */
        post: operations["rollKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an environment's API keys, newest first */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key/{keyId}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an API key's name, scopes, networks or expiry
         * @description It takes effect within five seconds. One must hold all scopes that the key has and gets.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/key/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Revoke an API key for good
         * @description It is refused within five seconds.
         */
        patch: operations["revokeKey"];
        trace?: never;
    };
    "/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sums of all accounts, and that they add up to 0
         * @description An answer may be ten seconds old; `asOf` says of when it is.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ledger's accounts, by kind */
        get: operations["listLedgerAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/accounts/{accountId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement of one account, newest first */
        get: operations["listLedgerTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests that the environment's callers made, newest first
         * @description For debugging: the newest 10,000 successes and as many failures of three days, up to a second late. Beyond a hundred successes a second they are sampled. Any of them may be lost. Reading this log is not in it.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/request/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one request of the log */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys by which access tokens can be verified */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one's own account */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own name or password
         * @description A new password needs the present one and ends all other sessions.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one's own sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions/{sessionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * End one of one's own sessions
         * @description Its access tokens stop working within five seconds.
         */
        patch: operations["revokeSession"];
        trace?: never;
    };
    "/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description A new address is mailed a code, one with an account a note: nothing here tells which.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm an address by the code that was mailed, and sign in */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the next tokens of a session
         * @description Takes the cookie, or `refreshToken` from a client that is no browser. A repeat within ten seconds gets the same tokens; an older refresh token ends the session.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description Takes the same as refresh, and succeeds whatever that is.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a new password by mail
         * @description Nothing here tells whether the address has an account.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by the link that was mailed, and sign in
         * @description Ends all other sessions.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign a command line tool in (RFC 8628) */
        post: operations["startDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a command line tool in, once a person has approved it */
        post: operations["exchangeDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/device/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the tool that shows this code act as oneself */
        post: operations["approveDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A tournament.
         * @example {
         *       "_id": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "id": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "game": {
         *         "_id": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
         *         "id": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
         *         "name": "Star Race"
         *       },
         *       "name": "Friday cup",
         *       "description": "Weekly cup, best of three",
         *       "entryFee": 2.5,
         *       "prizePool": 0,
         *       "currency": "USD",
         *       "status": "pending",
         *       "startTime": "2030-05-01T18:00:00.000Z",
         *       "endTime": "2030-05-01T20:00:00.000Z",
         *       "registrationClosesAt": null,
         *       "maxEntries": 500,
         *       "minEntries": 0,
         *       "prizeSplit": [
         *         60,
         *         30,
         *         10
         *       ],
         *       "winner": null,
         *       "winners": [],
         *       "winnersCount": 0,
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "updatedAt": "2030-04-28T09:30:00.000Z"
         *     }
         */
        Tournament: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            _id: string;
            /**
             * @description Same value as _id.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            game: {
                /**
                 * @description The game.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                _id: string;
                /**
                 * @description Same value as _id.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                id: string;
                name: string;
            };
            name: string;
            description: string;
            /** @description Entry fee per gamer. In major units of the game's currency. */
            entryFee: number;
            /** @description What the tournament's prize-pool account holds right now. In major units of the game's currency. */
            prizePool: number;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /**
             * @description Where the tournament is in its life.
             * @enum {unknown}
             */
            status: "pending" | "published" | "settling" | "completed" | "cancelled";
            /**
             * Format: date-time
             * @description When play starts.
             * @example 2026-05-01T18:00:00.000Z
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends and is settled.
             * @example 2026-05-01T18:00:00.000Z
             */
            endTime: string;
            registrationClosesAt: string | null;
            maxEntries: number | null;
            /** @description With fewer entries at the end it is cancelled. */
            minEntries: number;
            /** @description Shares of the pool per rank, best first; empty means the winner takes all. */
            prizeSplit: number[];
            winner: string | null;
            /** @description Everyone who holds rank 1, or 100,000 of them where winnersCount says that there are more. */
            winners: string[];
            /** @description How many hold rank 1; 0 until it is completed. */
            winnersCount: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-05-01T18:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A tournament in a list: `winners` and `winnersCount` are left out.
         * @example {
         *       "_id": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "id": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "game": {
         *         "_id": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
         *         "id": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
         *         "name": "Star Race"
         *       },
         *       "name": "Friday cup",
         *       "description": "Weekly cup, best of three",
         *       "entryFee": 2.5,
         *       "prizePool": 0,
         *       "currency": "USD",
         *       "status": "pending",
         *       "startTime": "2030-05-01T18:00:00.000Z",
         *       "endTime": "2030-05-01T20:00:00.000Z",
         *       "registrationClosesAt": null,
         *       "maxEntries": 500,
         *       "minEntries": 0,
         *       "prizeSplit": [
         *         60,
         *         30,
         *         10
         *       ],
         *       "winner": null,
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "updatedAt": "2030-04-28T09:30:00.000Z"
         *     }
         */
        TournamentListItem: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            _id: string;
            /**
             * @description Same value as _id.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            game: {
                /**
                 * @description The game.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                _id: string;
                /**
                 * @description Same value as _id.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                id: string;
                name: string;
            };
            name: string;
            description: string;
            /** @description Entry fee per gamer. In major units of the game's currency. */
            entryFee: number;
            /** @description What the tournament's prize-pool account holds right now. In major units of the game's currency. */
            prizePool: number;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /**
             * @description Where the tournament is in its life.
             * @enum {unknown}
             */
            status: "pending" | "published" | "settling" | "completed" | "cancelled";
            /**
             * Format: date-time
             * @description When play starts.
             * @example 2026-05-01T18:00:00.000Z
             */
            startTime: string;
            /**
             * Format: date-time
             * @description When it ends and is settled.
             * @example 2026-05-01T18:00:00.000Z
             */
            endTime: string;
            registrationClosesAt: string | null;
            maxEntries: number | null;
            /** @description With fewer entries at the end it is cancelled. */
            minEntries: number;
            /** @description Shares of the pool per rank, best first; empty means the winner takes all. */
            prizeSplit: number[];
            winner: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-05-01T18:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A gamer's participation in a tournament.
         * @example {
         *       "id": "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d",
         *       "tournament": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "gamer": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "gamerHandle": "ada",
         *       "entryFee": 2.5,
         *       "joinedAt": "2030-05-01T17:42:10.125Z",
         *       "eliminated": false,
         *       "eliminatedAt": null,
         *       "rank": null,
         *       "provisional": false,
         *       "createdAt": "2030-05-01T17:42:10.125Z",
         *       "updatedAt": "2030-05-01T17:42:10.125Z"
         *     }
         */
        Entry: {
            /**
             * @description Entry identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            /**
             * @description Tournament identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            tournament: string;
            /**
             * @description Gamer record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            gamer: string;
            /** @description The gamer's handle. */
            gamerHandle: string;
            /** @description Fee recorded for the entry. In major units of the game's currency. */
            entryFee: number;
            /**
             * Format: date-time
             * @description When the seat was taken.
             * @example 2026-05-01T18:00:00.000Z
             */
            joinedAt: string;
            eliminated: boolean;
            eliminatedAt: string | null;
            rank: number | null;
            /** @description Whether the rank may still get worse, because gamers can still join. False without a rank. */
            provisional: boolean;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-05-01T18:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description How a tournament stood at one moment.
         * @example {
         *       "at": "2030-05-01T18:00:00.000Z",
         *       "entries": 312,
         *       "eliminated": 0,
         *       "prizePool": 780
         *     }
         */
        TimelinePoint: {
            /**
             * Format: date-time
             * @description The moment that is told of.
             * @example 2026-05-01T18:00:00.000Z
             */
            at: string;
            /** @description Gamers who had joined. */
            entries: number;
            /** @description Those of them who were out. */
            eliminated: number;
            /** @description Their entry fees: what the pool held as long as nothing was paid out of it. In major units of the game's currency. */
            prizePool: number;
        };
        /**
         * @description A gamer of the game.
         * @example {
         *       "_id": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "id": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "handle": "ada",
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "updatedAt": "2030-04-28T09:30:00.000Z"
         *     }
         */
        Gamer: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            _id: string;
            /**
             * @description Same value as _id.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            handle: string;
            /**
             * Format: date-time
             * @description When the gamer was first seen.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-05-01T18:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description How a tournament's pool is paid out or given back.
         * @example {
         *       "tournament": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
         *       "kind": "payout",
         *       "state": "done",
         *       "currency": "USD",
         *       "pool": 1250,
         *       "platformFee": 0,
         *       "entries": 500,
         *       "payouts": 3,
         *       "dueAt": "2030-05-01T20:00:00.000Z",
         *       "finishedAt": "2030-05-01T20:00:00.480Z"
         *     }
         */
        Settlement: {
            /**
             * @description The tournament.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            tournament: string;
            /**
             * @description Prizes to the best, or fees given back.
             * @enum {unknown}
             */
            kind: "payout" | "refund";
            /**
             * @description How far it is; `dead` waits for an operator.
             * @enum {unknown}
             */
            state: "scheduled" | "planning" | "paying" | "done" | "dead";
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            pool: number | null;
            platformFee: number | null;
            /** @description Ranked entries. */
            entries: number;
            /** @description Planned payouts or refunds. */
            payouts: number;
            dueAt: string | null;
            finishedAt: string | null;
        };
        /**
         * @description One gamer's share of the plan.
         * @example {
         *       "entry": "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d",
         *       "gamer": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "gamerHandle": "ada",
         *       "rank": 1,
         *       "amount": 750,
         *       "transaction": "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
         *       "paidAt": "2030-05-01T20:00:00.410Z"
         *     }
         */
        Payout: {
            /**
             * @description The entry it rewards or refunds.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            entry: string;
            /**
             * @description The gamer.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            gamer: string;
            gamerHandle: string;
            rank: number | null;
            /** @description How much. In major units of the game's currency. */
            amount: number;
            /**
             * @description The ledger transfer that pays it.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            transaction: string;
            paidAt: string | null;
        };
        /**
         * @description One movement of a prize pool.
         * @example {
         *       "transaction": "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
         *       "kind": "entry_fee",
         *       "amount": 2.5,
         *       "createdAt": "2030-05-01T18:10:00.120Z",
         *       "seal": 1,
         *       "text": "18 5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f 250 3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10 3 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11 1903889400120"
         *     }
         */
        StatementLine: {
            /**
             * @description The ledger transfer.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            transaction: string;
            /**
             * @description What it was made for.
             * @enum {unknown}
             */
            kind: "deposit" | "withdrawal" | "entry_fee" | "payout" | "platform_fee" | "refund";
            /** @description Positive into the prize pool, negative out of it. In major units of the game's currency. */
            amount: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /** @description The number of the seal over it. */
            seal: number;
            /** @description What is sealed, without the line feed that ends it. */
            text: string;
        };
        /**
         * @description A link of the chain over a prize pool's movements.
         * @example {
         *       "number": 1,
         *       "lines": 1,
         *       "digest": "51c41d4dce7f3fec582b67d47d0013ba472b349a701444ed8fda4b37777c7b05",
         *       "createdAt": "2030-05-01T18:10:00.120Z"
         *     }
         */
        Seal: {
            /** @description Counts from 1. */
            number: number;
            /** @description How many lines it covers. */
            lines: number;
            /** @description SHA-256 over the digest before it and its lines. */
            digest: string;
            /**
             * Format: date-time
             * @description When it was set.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A gamer's wallet.
         * @example {
         *       "gamer": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "gamerHandle": "ada",
         *       "currency": "USD",
         *       "balance": 12.5
         *     }
         */
        Wallet: {
            /**
             * @description The gamer.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            gamer: string;
            gamerHandle: string;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /** @description What the wallet holds; never below zero. In major units of the game's currency. */
            balance: number;
        };
        /**
         * @description The game's own account.
         * @example {
         *       "game": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01",
         *       "currency": "USD",
         *       "balance": -1250,
         *       "creditLimit": null
         *     }
         */
        GameAccount: {
            /**
             * @description The game.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            game: string;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /** @description Negative: what the game owes for entry fees it was charged. In major units of the game's currency. */
            balance: number;
            creditLimit: number | null;
        };
        /**
         * @description One line of an account's statement.
         * @example {
         *       "id": "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
         *       "kind": "deposit",
         *       "amount": 2.5,
         *       "balanceAfter": 12.5,
         *       "currency": "USD",
         *       "tournament": null,
         *       "createdAt": "2030-04-28T09:30:00.000Z"
         *     }
         */
        Transaction: {
            /**
             * @description The ledger transfer.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            /**
             * @description What it was made for.
             * @enum {unknown}
             */
            kind: "deposit" | "withdrawal" | "entry_fee" | "payout" | "platform_fee" | "refund";
            /** @description Positive when it came in, negative when it went out. In major units of the game's currency. */
            amount: number;
            balanceAfter: number | null;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            tournament: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A game, as one of its members sees it.
         * @example {
         *       "id": "0197d9a0-0f3a-7c44-9b21-4a5b6c7d8e9f",
         *       "name": "Star Race",
         *       "role": "owner",
         *       "currency": "USD",
         *       "currencyDecimals": 2,
         *       "payer": "game",
         *       "platformFeePercent": 0,
         *       "creditLimit": null,
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "environments": {
         *         "live": {
         *           "id": "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01"
         *         },
         *         "test": {
         *           "id": "0197d9a0-0f3b-7e5f-b0c1-2d3e4f5a6b7c"
         *         }
         *       }
         *     }
         */
        Game: {
            /**
             * @description The game's own id; its environments have their own.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            name: string;
            /**
             * @description `viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.
             * @enum {unknown}
             */
            role: "viewer" | "developer" | "owner";
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /** @description Decimals of an amount: 2 for USD. */
            currencyDecimals: number;
            /**
             * @description Whose account entry fees leave.
             * @enum {unknown}
             */
            payer: "game" | "wallet";
            /** @description The platform's share of each prize pool. */
            platformFeePercent: number;
            creditLimit: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /** @description Each has ids, keys, tournaments, gamers and money of its own. */
            environments: {
                /** @description Production. */
                live: {
                    /**
                     * @description What `game` and `X-Game-Id` mean everywhere else.
                     * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                     */
                    id: string;
                };
                /** @description For trying things out; a reset replaces it by another. */
                test: {
                    /**
                     * @description What `game` and `X-Game-Id` mean everywhere else.
                     * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                     */
                    id: string;
                };
            };
        };
        /**
         * @description A person with a role in a game.
         * @example {
         *       "userId": "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "role": "owner",
         *       "joinedAt": "2030-04-28T09:30:00.000Z"
         *     }
         */
        Member: {
            /**
             * @description The person.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            userId: string;
            /** @description Empty when the person has no account any more. */
            name: string;
            /** @description Likewise. */
            email: string;
            /**
             * @description `viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.
             * @enum {unknown}
             */
            role: "viewer" | "developer" | "owner";
            /**
             * Format: date-time
             * @description Since when.
             * @example 2026-05-01T18:00:00.000Z
             */
            joinedAt: string;
        };
        /**
         * @description An offer to become a member. Its token is in the mail alone.
         * @example {
         *       "id": "0197d9a2-5b6c-7d7e-8f90-a1b2c3d4e5f6",
         *       "email": "grace@example.com",
         *       "role": "developer",
         *       "invitedBy": "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
         *       "expiresAt": "2030-05-05T09:30:00.000Z"
         *     }
         */
        Invitation: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            email: string | null;
            /**
             * @description `viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.
             * @enum {unknown}
             */
            role: "viewer" | "developer" | "owner";
            invitedBy: string | null;
            /**
             * Format: date-time
             * @description When it stops working, a week later.
             * @example 2026-05-01T18:00:00.000Z
             */
            expiresAt: string;
        };
        /**
         * @description An API key of an environment, without its secret.
         * @example {
         *       "id": "0197d9a3-1c2d-7e3f-a4b5-c6d7e8f90a1b",
         *       "name": "Production server",
         *       "hint": "tms_live_4fZx",
         *       "scopes": [
         *         "read",
         *         "tournaments:write",
         *         "entries:write"
         *       ],
         *       "ipRanges": [
         *         "203.0.113.0/24"
         *       ],
         *       "state": "active",
         *       "createdBy": "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "expiresAt": null,
         *       "lastUsedAt": "2030-05-01T18:00:00.000Z",
         *       "lastUsedAddress": "203.0.113.7",
         *       "replaces": null,
         *       "replacedBy": null,
         *       "endsAt": null
         *     }
         */
        Key: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            /** @description A successor takes it over. */
            name: string;
            /** @description The first characters of the secret. */
            hint: string;
            /** @description What it may do; `read` comes with each other. */
            scopes: ("read" | "tournaments:write" | "entries:write" | "wallets:write" | "webhooks:write")[];
            /** @description From where it may be used, in CIDR form; empty means everywhere. */
            ipRanges: string[];
            /**
             * @description A `rolling` key works until `endsAt`, beside its successor.
             * @enum {unknown}
             */
            state: "active" | "rolling" | "revoked" | "expired";
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            lastUsedAddress: string | null;
            replaces: string | null;
            replacedBy: string | null;
            endsAt: string | null;
        };
        /**
         * @description All money of an environment, by kind of account.
         * @example {
         *       "currency": "USD",
         *       "accounts": [
         *         {
         *           "kind": "outside",
         *           "balance": -6250
         *         },
         *         {
         *           "kind": "game",
         *           "balance": -1250
         *         },
         *         {
         *           "kind": "gamers",
         *           "balance": 6237.5
         *         },
         *         {
         *           "kind": "prizePools",
         *           "balance": 1250
         *         },
         *         {
         *           "kind": "platform",
         *           "balance": 12.5
         *         }
         *       ],
         *       "sum": 0,
         *       "asOf": "2030-05-01T18:10:00.000Z"
         *     }
         */
        Ledger: {
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /** @description One line per kind of account, each summed from its accounts. */
            accounts: {
                /**
                 * @description Which accounts.
                 * @enum {unknown}
                 */
                kind: "outside" | "game" | "gamers" | "prizePools" | "platform";
                /** @description What they hold together; negative for what came in from outside. In major units of the game's currency. */
                balance: number;
            }[];
            /** @description What all accounts add up to: always 0. In major units of the game's currency. */
            sum: number;
            /**
             * Format: date-time
             * @description As of when, at most ten seconds ago.
             * @example 2026-05-01T18:00:00.000Z
             */
            asOf: string;
        };
        /**
         * @description One account of an environment's ledger.
         * @example {
         *       "id": "3c0f1a52-8a7e-5b0d-9a55-0e6c2d4b7f10",
         *       "kind": "gamers",
         *       "owner": "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
         *       "currency": "USD",
         *       "balance": 12.5,
         *       "createdAt": "2030-04-28T09:30:00.000Z",
         *       "closedAt": null
         *     }
         */
        LedgerAccount: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            /**
             * @description The line of the ledger that it counts towards.
             * @enum {unknown}
             */
            kind: "outside" | "game" | "gamers" | "prizePools" | "platform";
            /**
             * @description The gamer, tournament or environment that it belongs to.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            owner: string;
            /**
             * @description ISO 4217 code, or the game's own currency.
             * @example USD
             */
            currency: string;
            /** @description What it holds. In major units of the game's currency. */
            balance: number;
            /**
             * Format: date-time
             * @description When it was opened.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            closedAt: string | null;
        };
        /**
         * @description A request that was answered.
         * @example {
         *       "requestId": "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
         *       "at": "2030-05-01T17:42:10.118Z",
         *       "method": "POST",
         *       "path": "/tournament/0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11/join",
         *       "status": 201,
         *       "durationMs": 7.4,
         *       "caller": {
         *         "type": "api_key",
         *         "id": "0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938"
         *       },
         *       "address": "203.0.113.7",
         *       "code": null,
         *       "body": "{\"gamer\":\"ada\"}",
         *       "idempotencyKey": "8e03978e-40d5-43dd-bc93-6894a57f9324",
         *       "replayed": false
         *     }
         */
        Request: {
            /** @description As in `X-Request-Id`. */
            requestId: string;
            /**
             * Format: date-time
             * @description When it arrived.
             * @example 2026-05-01T18:00:00.000Z
             */
            at: string;
            method: string;
            /** @description With its query, without secrets; 1,024 characters of it. */
            path: string;
            /** @description What it was answered with. */
            status: number;
            /** @description How long the answer took. */
            durationMs: number;
            /** @description Who made it. */
            caller: {
                /** @enum {unknown} */
                type: "api_key" | "user";
                /**
                 * @description The API key or person.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                id: string;
            };
            /** @description From where. */
            address: string;
            code: string | null;
            body: string | null;
            idempotencyKey: string | null;
            /** @description Whether the answer was that of an earlier request. */
            replayed: boolean;
        };
        /**
         * @description A person with an account.
         * @example {
         *       "id": "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "createdAt": "2030-04-28T09:12:00.000Z"
         *     }
         */
        User: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            name: string;
            /** @description In lower case. */
            email: string;
            /**
             * Format: date-time
             * @description When the person signed up.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description One sign-in of a person.
         * @example {
         *       "id": "0197d99d-0a4e-7c55-9e21-7f6a5b4c3d20",
         *       "kind": "browser",
         *       "createdAt": "2030-04-28T09:12:40.000Z",
         *       "lastUsedAt": "2030-05-01T17:30:00.000Z",
         *       "address": "203.0.113.7",
         *       "agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
         *       "current": true
         *     }
         */
        Session: {
            /**
             * @description Record identifier.
             * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
             */
            id: string;
            /**
             * @description What holds it.
             * @enum {unknown}
             */
            kind: "browser" | "cli";
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-05-01T18:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its refresh token was last used.
             * @example 2026-05-01T18:00:00.000Z
             */
            lastUsedAt: string;
            /** @description From where, then. */
            address: string;
            /** @description By which user agent, then. */
            agent: string;
            /** @description Whether the request itself was made by it. */
            current: boolean;
        };
        /**
         * @description A failed request (RFC 9457).
         * @example {
         *       "type": "https://api.example.com/problems/tournament-full",
         *       "title": "All seats are taken",
         *       "status": 409,
         *       "detail": "All seats of the tournament are taken.",
         *       "instance": "/tournament/0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11/join",
         *       "code": "tournament_full",
         *       "requestId": "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01"
         *     }
         */
        Problem: {
            /**
             * Format: uri
             * @description The page that explains this type.
             */
            type: string;
            /** @description The same for every problem of this type. */
            title: string;
            status: number;
            /** @description What went wrong this time, in a sentence. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /** @description Stable machine code. */
            code: string;
            /** @description The request's X-Request-Id. */
            requestId: string;
            errors?: {
                /** @description JSON pointer into the body; /query/… and /path/… for the other parts. */
                pointer: string;
                detail: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "game": "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
                 *       "name": "Friday cup",
                 *       "description": "Weekly cup, best of three",
                 *       "entryFee": 2.5,
                 *       "startTime": "2030-05-01T18:00:00Z",
                 *       "endTime": "2030-05-01T22:00:00+02:00",
                 *       "maxEntries": 500,
                 *       "prizeSplit": [
                 *         60,
                 *         30,
                 *         10
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The game the API key belongs to.
                     * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                     */
                    game: string;
                    /**
                     * Format: text
                     * @description Not blank.
                     */
                    name: string;
                    /** Format: text */
                    description: string;
                    /**
                     * Format: date-time
                     * @description When play starts; may be in the past. Needs an offset.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    startTime: string;
                    /**
                     * Format: date-time
                     * @description When it ends: after startTime and in the future. Needs an offset.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    endTime: string;
                    /** @description Entry fee per gamer; 0 when absent on create. In major units of the game's currency. */
                    entryFee?: number;
                    /**
                     * Format: date-time
                     * @description The last moment to join, at most endTime; endTime when absent on create.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    registrationClosesAt?: string;
                    /** @description Seats; no limit when absent. */
                    maxEntries?: number;
                    /** @description With fewer entries at the end it is cancelled and refunded; 0 when absent. */
                    minEntries?: number;
                    /** @description Shares of the pool per rank, best first; the winner takes all when absent. */
                    prizeSplit?: number[];
                };
            };
        };
        responses: {
            /** @description The tournament as it stands now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_limit`: The game has too many pending or published tournaments. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entryFee": 3,
                 *       "endTime": "2030-05-01T23:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description Not blank.
                     */
                    name?: string;
                    /** Format: text */
                    description?: string;
                    /**
                     * Format: date-time
                     * @description When play starts; may be in the past. Needs an offset.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    startTime?: string;
                    /**
                     * Format: date-time
                     * @description When it ends: after startTime and in the future. Needs an offset.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    endTime?: string;
                    /** @description Entry fee per gamer; 0 when absent on create. In major units of the game's currency. */
                    entryFee?: number;
                    /**
                     * Format: date-time
                     * @description The last moment to join, at most endTime; endTime when absent on create.
                     * @example 2026-05-01T18:00:00.000Z
                     */
                    registrationClosesAt?: string;
                    /** @description Seats; no limit when absent. */
                    maxEntries?: number;
                    /** @description With fewer entries at the end it is cancelled and refunded; 0 when absent. */
                    minEntries?: number;
                    /** @description Shares of the pool per rank, best first; the winner takes all when absent. */
                    prizeSplit?: number[];
                };
            };
        };
        responses: {
            /** @description The tournament as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_pending`: The tournament is not pending any more. `tournament_started`: The tournament has started. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tournament as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTournaments: {
        parameters: {
            query?: {
                /** @description Where the tournament is in its life. */
                status?: "pending" | "published" | "settling" | "completed" | "cancelled";
                /**
                 * @description Only those that end at or after this.
                 * @example 2026-05-01T18:00:00.000Z
                 */
                endsAfter?: string;
                /**
                 * @description Only those that end before this.
                 * @example 2026-05-01T18:00:00.000Z
                 */
                endsBefore?: string;
                /** @description Items per page; 20 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tournaments, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tournaments: components["schemas"]["TournamentListItem"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        /** @description Absent, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The tournament as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_pending`: The tournament is not pending any more. `tournament_ended`: The tournament has ended. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        /** @description Absent, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The tournament as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_cancellable`: The tournament cannot be cancelled any more. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    completeTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ranks": [
                 *         {
                 *           "gamer": "ada",
                 *           "rank": 1
                 *         },
                 *         {
                 *           "gamer": "grace",
                 *           "rank": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Final ranks of gamers still in, from 1 without gaps; those not named share the rank after them. */
                    ranks?: {
                        /**
                         * Format: handle
                         * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                         * @example ada
                         */
                        gamer: string;
                        /** @description 1 plus the number of gamers placed better. */
                        rank: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The tournament as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        tournament: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description `ranks_invalid`: The final ranks are no ranking. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `gamer_not_found`: The gamer was not found. `gamer_not_entered`: The gamer is not in this tournament. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_published`: The tournament is not published. `gamer_already_eliminated`: The gamer was eliminated before. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    joinTournament: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gamer": "ada"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: handle
                     * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                     * @example ada
                     */
                    gamer: string;
                };
            };
        };
        responses: {
            /** @description The gamer is in, and the fee is charged. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        entry: components["schemas"]["Entry"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_funds`: The account cannot pay. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_published`: The tournament is not published. `tournament_ended`: The tournament has ended. `registration_closed`: Registration has closed. `tournament_full`: All seats are taken. `gamer_already_joined`: The gamer is in this tournament already. `balance_overflow`: The balance would grow too large. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eliminateGamers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        /** @description Either `gamer` or `gamers`. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gamers": [
                 *         "ada",
                 *         "grace"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: handle
                     * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                     * @example ada
                     */
                    gamer?: string;
                    /** @description Eliminated together, all or none; they share one rank and one moment. */
                    gamers?: string[];
                };
            };
        };
        responses: {
            /** @description The eliminated entries, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        entries: components["schemas"]["Entry"][];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `gamer_not_found`: The gamer was not found. `gamer_not_entered`: The gamer is not in this tournament. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_published`: The tournament is not published. `tournament_ended`: The tournament has ended. `gamer_already_eliminated`: The gamer was eliminated before. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the standings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Entry"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /** @description How many points at most; 60 when absent. */
                buckets?: number;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points at equal distances from the first join on, the last one at the end of the tournament, or now; none before the first join. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        timeline: components["schemas"]["TimelinePoint"][];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettlement: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settlement and a page of its payouts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settlement: components["schemas"]["Settlement"];
                        payouts: components["schemas"]["Payout"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `settlement_not_found`: There is no settlement yet. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which tournament.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                tournamentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the prize pool's movements, oldest first, and the seals over them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The ledger account of the prize pool, with which its chain begins.
                         * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                         */
                        account: string;
                        lines: components["schemas"]["StatementLine"][];
                        seals: components["schemas"]["Seal"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tournament_not_found`: The tournament was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createGamer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "handle": "ada"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: handle
                     * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                     * @example ada
                     */
                    handle: string;
                };
            };
        };
        responses: {
            /** @description The gamer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        gamer: components["schemas"]["Gamer"];
                    };
                };
            };
            /** @description The gamer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        gamer: components["schemas"]["Gamer"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGamers: {
        parameters: {
            query?: {
                /**
                 * @description Only handles that begin with it: up to 64 characters once normalised to Unicode NFC, compared exactly.
                 * @example ad
                 */
                handle?: string;
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the game's gamers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        gamers: components["schemas"]["Gamer"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGamer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                 * @example ada
                 */
                handle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gamer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        gamer: components["schemas"]["Gamer"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gamer_not_found`: The gamer was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deposit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                 * @example ada
                 */
                handle: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2.5
                 *     }
                 */
                "application/json": {
                    /** @description More than zero. In major units of the game's currency. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description The transfer as the ledger recorded it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_closed`: The account is closed. `balance_overflow`: The balance would grow too large. `outside_account_full`: The game cannot take in or pay out any more. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdraw: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                 * @example ada
                 */
                handle: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2.5
                 *     }
                 */
                "application/json": {
                    /** @description More than zero. In major units of the game's currency. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description The transfer as the ledger recorded it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        transaction: components["schemas"]["Transaction"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `insufficient_funds`: The account cannot pay. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gamer_not_found`: The gamer was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `outside_account_full`: The game cannot take in or pay out any more. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                 * @example ada
                 */
                handle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: components["schemas"]["Wallet"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gamer_not_found`: The gamer was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGameAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["GameAccount"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWalletTransactions: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description A gamer's handle: 1 to 64 characters once normalised to Unicode NFC, which 256 characters at most come to; no control characters, and neither `.` nor `..`, which URLs cannot carry. Compared exactly.
                 * @example ada
                 */
                handle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["Transaction"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gamer_not_found`: The gamer was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGameTransactions: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["Transaction"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createGame: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Star Race",
                 *       "currency": "USD",
                 *       "payer": "game"
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name: string;
                    /** @description ISO 4217 code, or the game's own such as GEMS; USD when absent. */
                    currency?: string;
                    /** @description Decimals of an amount. Those of ISO 4217 when absent, and none where the code has more than three letters. */
                    currencyDecimals?: number;
                    /**
                     * @description Whose account entry fees leave; the game's own when absent.
                     * @enum {unknown}
                     */
                    payer?: "game" | "wallet";
                    /** @description The platform's share of each prize pool, with two decimals; 0 when absent. */
                    platformFeePercent?: number;
                    creditLimit?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        game: components["schemas"]["Game"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_limit`: The person has too many games. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGames: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of games, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        games: components["schemas"]["Game"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGame: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        game: components["schemas"]["Game"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "n0vYcS6bq3kXw1JtF9uRzE"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description From the link that was mailed or handed on.
                     */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        game: components["schemas"]["Game"];
                    };
                };
            };
            /** @description `code_invalid`: The code is not accepted. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_limit`: The person has too many games. `member_limit`: The game has too many members or invitations. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateGame: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Star Race"
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        game: components["schemas"]["Game"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetTestGame: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Star Race"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description The game's name, typed again as a safeguard.
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        game: components["schemas"]["Game"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members, those who joined first before others, and the open invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
                /**
                 * @description Which person.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.
                     * @enum {unknown}
                     */
                    role: "viewer" | "developer" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        member: components["schemas"]["Member"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member_not_found`: The member was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last_owner`: The game must keep an owner. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
                /**
                 * @description Which person.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        member: components["schemas"]["Member"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member_not_found`: The member was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last_owner`: The game must keep an owner. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "developer"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description Whether or not it has an account.
                     */
                    email: string;
                    /**
                     * @description `viewer` reads; `developer` works with tournaments and keys, and with wallets in test; `owner` does everything.
                     * @enum {unknown}
                     */
                    role: "viewer" | "developer" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        invitation: components["schemas"]["Invitation"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member_limit`: The game has too many members or invitations. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which game: its own id, no environment's.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                gameId: string;
                /**
                 * @description Which invitation.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        invitation: components["schemas"]["Invitation"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invitation_not_found`: The invitation was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Production server",
                 *       "scopes": [
                 *         "read",
                 *         "tournaments:write",
                 *         "entries:write"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name: string;
                    /** @description No more than one holds oneself, and all of that when absent; `read` comes with each. */
                    scopes?: ("read" | "tournaments:write" | "entries:write" | "wallets:write" | "webhooks:write")[];
                    /**
                     * @description From where it may be used: networks in CIDR form, or addresses. None means everywhere.
                     * @example [
                     *       "203.0.113.0/24"
                     *     ]
                     */
                    ipRanges?: string[];
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key, and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        key: components["schemas"]["Key"];
                        secret: string | null;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_limit`: There are too many API keys. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which key.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How much longer the old key works: not at all, an hour, a day or a week; a day when absent.
                     * @enum {unknown}
                     */
                    graceSeconds?: 0 | 3600 | 86400 | 604800;
                };
            };
        };
        responses: {
            /** @description The successor and its secret, and the key that was rolled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        key: components["schemas"]["Key"];
                        secret: string | null;
                        previous: components["schemas"]["Key"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: The API key was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_limit`: There are too many API keys. `api_key_rolling`: The API key was rolled already. `api_key_ended`: The API key is not in use any more. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, newest first, with those that work no longer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["Key"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which key.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ipRanges": [
                 *         "203.0.113.0/24"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name?: string;
                    /** @description No more than one holds oneself; `read` comes with each. */
                    scopes?: ("read" | "tournaments:write" | "entries:write" | "wallets:write" | "webhooks:write")[];
                    /**
                     * @description From where it may be used: networks in CIDR form, or addresses. None means everywhere.
                     * @example [
                     *       "203.0.113.0/24"
                     *     ]
                     */
                    ipRanges?: string[];
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        key: components["schemas"]["Key"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: The API key was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_limit`: There are too many API keys. `api_key_ended`: The API key is not in use any more. `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which key.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        key: components["schemas"]["Key"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_not_found`: The API key was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLedger: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ledger: components["schemas"]["Ledger"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLedgerAccounts: {
        parameters: {
            query?: {
                /** @description Only accounts of this kind. */
                type?: "outside" | "game" | "gamers" | "prizePools" | "platform";
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the accounts, by kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["LedgerAccount"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLedgerTransactions: {
        parameters: {
            query?: {
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /**
                 * @description Which account.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["Transaction"][];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. `scope_missing`: The credential does not have the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account_not_found`: The account was not found. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /**
                 * @description A status, or a class of them: `404`, `4xx`.
                 * @example 4xx
                 */
                status?: string;
                method?: "GET" | "POST" | "PATCH";
                /** @description How the path begins. */
                path?: string;
                /** @description Only requests by this API key. */
                keyId?: string;
                /**
                 * @description Only those answered with this problem code.
                 * @example tournament_full
                 */
                problem?: string;
                /**
                 * @description Only requests that arrived then or later.
                 * @example 2026-05-01T18:00:00.000Z
                 */
                from?: string;
                /**
                 * @description Only requests that arrived before.
                 * @example 2026-05-01T18:00:00.000Z
                 */
                to?: string;
                /** @description Items per page; 50 when absent. */
                limit?: number;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log, newest first. With a filter it may be shorter than `limit`, or empty, and still have a next page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["Request"][];
                        nextCursor: string | null;
                        /** @description How many requests beside those of this page were not recorded, because there were more than a hundred a second. */
                        leftOut: number;
                    };
                };
            };
            /** @description `invalid_page_token`: The cursor was not issued by this list. `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description With an access token: the environment, live or test, in which to act. May be left out where the request names a tournament, or the game itself.
                 * @example 0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01
                 */
                "x-game-id"?: string;
            };
            path: {
                /** @description As in `X-Request-Id`. */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        request: components["schemas"]["Request"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `game_required`: The game must be named. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `api_key_missing`: An API key is required. `api_key_invalid`: The API key is not accepted. `token_invalid`: The access token is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `scope_missing`: The credential does not have the scope. `address_not_allowed`: The API key may not be used from here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_not_found`: The request is not in the log. `game_not_found`: The game was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys (RFC 7517). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /** @enum {string} */
                            kty: "OKP";
                            /** @enum {string} */
                            crv: "Ed25519";
                            /** @enum {string} */
                            alg: "Ed25519";
                            /** @enum {string} */
                            use: "sig";
                            kid: string;
                            x: string;
                        }[];
                    };
                };
            };
            /** @description `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada King"
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name?: string;
                    /**
                     * Format: text
                     * @description 10 to 128 characters once normalised to Unicode NFKC, of any kind, and not easily guessed.
                     */
                    password?: string;
                    /**
                     * Format: text
                     * @description Required with `password`.
                     */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description The person, changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description `password_too_weak`: The password is too weak. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_invalid`: The e-mail address or the password is wrong. `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live sessions, the last used first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
            /** @description `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description Which session.
                 * @example 0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11
                 */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The session, ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session_not_found`: The session was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `uri_too_long`: The path is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "password": "violet-lamp-otter-91"
                 *     }
                 */
                "application/json": {
                    /** Format: text */
                    name: string;
                    /**
                     * Format: text
                     * @description Compared without regard to case.
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * Format: text
                     * @description 10 to 128 characters once normalised to Unicode NFKC, of any kind, and not easily guessed.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done, or under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description `password_too_weak`: The password is too weak. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "code": "482913"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description Compared without regard to case.
                     * @example ada@example.com
                     */
                    email: string;
                    /** @description The six digits that were mailed. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description A JWT for `Authorization: Bearer`. */
                        accessToken: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Gets the next tokens, once; browsers get a cookie instead. */
                        refreshToken?: string;
                    };
                };
            };
            /** @description `code_invalid`: The code is not accepted. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "violet-lamp-otter-91"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description Compared without regard to case.
                     * @example ada@example.com
                     */
                    email: string;
                    /** Format: text */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description A JWT for `Authorization: Bearer`. */
                        accessToken: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Gets the next tokens, once; browsers get a cookie instead. */
                        refreshToken?: string;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_invalid`: The e-mail address or the password is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "tmsr_AZfZnQpOfFWeIX9qW0w9IAAAAAE"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description From clients that are no browsers; those have a cookie.
                     */
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description A JWT for `Authorization: Bearer`. */
                        accessToken: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Gets the next tokens, once; browsers get a cookie instead. */
                        refreshToken?: string;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `session_ended`: The session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "tmsr_AZfZnQpOfFWeIX9qW0w9IAAAAAE"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description From clients that are no browsers; those have a cookie.
                     */
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description Done, or under way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description Compared without regard to case.
                     * @example ada@example.com
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done, or under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "n0vYcS6bq3kXw1JtF9uRzE",
                 *       "password": "violet-lamp-otter-91"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description From the link that was mailed.
                     */
                    token: string;
                    /**
                     * Format: text
                     * @description 10 to 128 characters once normalised to Unicode NFKC, of any kind, and not easily guessed.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description A JWT for `Authorization: Bearer`. */
                        accessToken: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Gets the next tokens, once; browsers get a cookie instead. */
                        refreshToken?: string;
                    };
                };
            };
            /** @description `code_invalid`: The code is not accepted. `password_too_weak`: The password is too weak. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startDeviceCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The codes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the tool keeps to itself. */
                        deviceCode: string;
                        /** @description What the tool shows and the person types. */
                        userCode: string;
                        /** @description Where the person types it. */
                        verificationUrl: string;
                        /** @description Seconds to wait between two questions. */
                        interval: number;
                        /**
                         * Format: date-time
                         * @description When both codes stop working.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                    };
                };
            };
            /** @description `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exchangeDeviceCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceCode": "Gm3Jq0yWc1Zb8RkXv5TnUd"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description As it was given out.
                     */
                    deviceCode: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description A JWT for `Authorization: Bearer`. */
                        accessToken: string;
                        /**
                         * Format: date-time
                         * @description When the access token expires.
                         * @example 2026-05-01T18:00:00.000Z
                         */
                        expiresAt: string;
                        user: components["schemas"]["User"];
                        /** @description Gets the next tokens, once; browsers get a cookie instead. */
                        refreshToken?: string;
                    };
                };
            };
            /** @description `code_invalid`: The code is not accepted. `authorization_pending`: Nobody has approved the code yet. `slow_down`: The code was asked about too soon. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveDeviceCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userCode": "WDJB-MJHT"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: text
                     * @description As the tool shows it; case, spaces and hyphens do not matter.
                     */
                    userCode: string;
                };
            };
        };
        responses: {
            /** @description Done, or under way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description `code_invalid`: The code is not accepted. `invalid_json`: The body is not JSON. `idempotency_key_invalid`: The Idempotency-Key is not valid. `credentials_conflict`: More than one credential was sent. `bad_request`: The request cannot be understood. `invalid_argument`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token_missing`: An access token is required. `token_invalid`: The access token is not accepted. `api_key_invalid`: The API key is not accepted. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_site`: The request comes from another site. `address_not_allowed`: The API key may not be used from here. `person_required`: Only a person may do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_timeout`: The request came too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `request_in_flight`: The same request is still being worked on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `expectation_failed`: The expectation cannot be met. */
            417: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_attempts`: Too many attempts. `rate_limited`: Too many requests. `too_many_at_once`: Too many requests at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `headers_too_large`: The header section is too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal`: The service met an unexpected error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: The service is overloaded. `unavailable`: The service is not available right now. `deadline_exceeded`: The service did not answer in time. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
