// A key and a certificate for the names of push services, made for tests and trusted by nothing else.
export const pushServerKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIH7n00cWeR08Q/dMMfOCBVw8hB4Z5ifd4zqj4N6InbbXoAoGCCqGSM49
AwEHoUQDQgAEwwaxxaALSby4Zd2DRlfdLJqM/2K6M3HEpZr/ztVEGM1xyfW4kwCM
1YvC6BZwnxacf/9l259alpfB3Zf4c6KaPw==
-----END EC PRIVATE KEY-----`

export const pushServerCertificate = `-----BEGIN CERTIFICATE-----
MIIBrDCCAVOgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBF0ZXN0IHB1
c2ggc2VydmljZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRdGVzdCBwdXNoIHNlcnZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAATDBrHFoAtJvLhl3YNGV90smoz/YrozccSlmv/O1UQYzXHJ9biTAIzVi8Lo
FnCfFpx//2Xbn1qWl8Hdl/hzopo/o4GDMIGAMA8GA1UdEwEB/wQFMAMBAf8wTgYD
VR0RBEcwRYISZmNtLmdvb2dsZWFwaXMuY29tghsqLnB1c2guc2VydmljZXMubW96
aWxsYS5jb22CEndlYi5wdXNoLmFwcGxlLmNvbTAdBgNVHQ4EFgQUDE/stTLHtxkK
L8RwEbutyo0huj4wCgYIKoZIzj0EAwIDRwAwRAIgZptB499S+43Wetu+hI/w2QLZ
6XjDhveusM2JLvMkA8wCIHKNc05ePUWn1k9xh5q4L/TAaNJn49Cr7ld01Fl/EvHO
-----END CERTIFICATE-----`
